/*
 * Fails the n-th call of the C library on files below $FAULT_PREFIX. It is loaded with LD_PRELOAD,
 * and controlled by these calls of Node:
 *
 *   access("/keepsake-fault/KINDS/N/ERRNO/MODE")   counts from 0, fails the N-th call
 *                                                  of these kinds (0: none)
 *   readlink("/keepsake-fault/count")              returns the number of calls since then
 *
 * KINDS is a sum of the numbers below. MODE: 1 fails one call; 2 fails it and all later
 * ones; 3 ends the process with SIGKILL; 4 writes half of the data and fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, READ = 2, WRITE = 4, SYNC = 8, CUT = 16, NAME = 32 };
enum { ONCE = 1, ON = 2, KILL = 3, HALF = 4 };

static volatile long seen, target;
static volatile int kinds, failure, mode;
static volatile char watched[65536];
static const char control[] = "/keepsake-fault/";

#define REAL(name) ({ static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); real; })

static int below(const char *path) {
  const char *prefix = getenv("FAULT_PREFIX");
  return prefix && path && strncmp(path, prefix, strlen(prefix)) == 0;
}

static int isWatched(int fd) { return fd >= 0 && fd < (int)sizeof watched && watched[fd]; }

/* 0: continue; 1: fail; 2: write half, then fail */
static int fails(int kind) {
  if (!(kinds & kind)) return 0;
  long now = __sync_add_and_fetch(&seen, 1);
  if (target == 0 || now < target || (now > target && mode != ON)) return 0;
  if (mode == KILL) kill(getpid(), SIGKILL);
  errno = failure;
  return mode == HALF && kind == WRITE ? 2 : 1;
}

int access(const char *path, int how) {
  if (strncmp(path, control, sizeof control - 1)) return REAL(access)(path, how);
  int newKinds, newFailure, newMode;
  long newTarget;
  if (sscanf(path + sizeof control - 1, "%d/%ld/%d/%d", &newKinds, &newTarget, &newFailure, &newMode) != 4) return -1;
  kinds = newKinds; failure = newFailure; mode = newMode; target = newTarget; seen = 0;
  return 0;
}

ssize_t readlink(const char *path, char *into, size_t size) {
  if (strncmp(path, control, sizeof control - 1)) return REAL(readlink)(path, into, size);
  return snprintf(into, size, "%ld", seen);
}

static int opened(int fd, const char *path) {
  if (fd >= 0 && fd < (int)sizeof watched) watched[fd] = below(path);
  return fd;
}

#define OPENING(name) \
int name(const char *path, int flags, ...) { \
  mode_t rights = 0; \
  if (flags & O_CREAT) { va_list rest; va_start(rest, flags); rights = va_arg(rest, mode_t); va_end(rest); } \
  if (below(path) && fails(OPEN)) return -1; \
  return opened(REAL(name)(path, flags, rights), path); \
}
OPENING(open)
OPENING(open64)

int close(int fd) {
  if (fd >= 0 && fd < (int)sizeof watched) watched[fd] = 0;
  return REAL(close)(fd);
}

#define READING(name, parameters, arguments) \
ssize_t name parameters { if (isWatched(fd) && fails(READ)) return -1; return REAL(name) arguments; }
READING(read, (int fd, void *to, size_t size), (fd, to, size))
READING(pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
READING(pread64, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at))
READING(preadv, (int fd, const struct iovec *to, int count, off_t at), (fd, to, count, at))
READING(preadv64, (int fd, const struct iovec *to, int count, off64_t at), (fd, to, count, at))

#define WRITING(name, parameters, half, arguments) \
ssize_t name parameters { \
  int how = isWatched(fd) ? fails(WRITE) : 0; \
  if (how == 2) { (void)!REAL(name) half; errno = failure; } \
  return how ? -1 : REAL(name) arguments; \
}
WRITING(write, (int fd, const void *from, size_t size), (fd, from, size / 2), (fd, from, size))
WRITING(pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size / 2, at), (fd, from, size, at))
WRITING(pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size / 2, at), (fd, from, size, at))

#define ON_FILE(name, kind, parameters, arguments) \
int name parameters { if (isWatched(fd) && fails(kind)) return -1; return REAL(name) arguments; }
ON_FILE(fsync, SYNC, (int fd), (fd))
ON_FILE(fdatasync, SYNC, (int fd), (fd))
ON_FILE(ftruncate, CUT, (int fd, off_t size), (fd, size))
ON_FILE(ftruncate64, CUT, (int fd, off64_t size), (fd, size))

int unlink(const char *path) { if (below(path) && fails(NAME)) return -1; return REAL(unlink)(path); }
int rename(const char *from, const char *to) { if (below(from) && fails(NAME)) return -1; return REAL(rename)(from, to); }
