;; The arithmetic of the vector index, over a memory that JavaScript lays out. `kernel.ts` documents
;; each function; `plain-kernel.ts` has the same functions in JavaScript. `npm run build:kernel`
;; assembles this file into `kernel-module.ts`.
;;
;; Bits are counted by i64.popcnt, one instruction on common processors; i8x16.popcnt takes five on x86.
;; Products are 16 bits wide: i32x4.dot_i16x8_s multiplies and adds eight of them, exactly.
(module
  (import "keepsake" "memory" (memory 1 65536 shared))

  ;; Returns the Hamming distance of two codes of `groups` times 32 bytes.
  (func $distance (param $code i32) (param $query i32) (param $groups i32) (result i32)
    (local $distance i64)
    (loop $words
      (local.set $distance (i64.add (local.get $distance) (i64.add
        (i64.add
          (i64.popcnt (i64.xor (i64.load (local.get $code)) (i64.load (local.get $query))))
          (i64.popcnt (i64.xor (i64.load offset=8 (local.get $code)) (i64.load offset=8 (local.get $query)))))
        (i64.add
          (i64.popcnt (i64.xor (i64.load offset=16 (local.get $code)) (i64.load offset=16 (local.get $query))))
          (i64.popcnt (i64.xor (i64.load offset=24 (local.get $code)) (i64.load offset=24 (local.get $query))))))))
      (local.set $code (i32.add (local.get $code) (i32.const 32)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (br_if $words (local.tee $groups (i32.sub (local.get $groups) (i32.const 1)))))
    (i32.wrap_i64 (local.get $distance)))

  ;; Counts codes of `groups` times 32 bytes by their Hamming distance. Of the `count` codes, measures
  ;; one group of 32 in `every`, and of these the codes whose bit in the mask is set.
  (func (export "measure")
    (param $codes i32) (param $count i32) (param $every i32) (param $groups i32) (param $query i32) (param $mask i32) (param $histogram i32)
    (local $bits i32) (local $left i32) (local $at i32) (local $stride i32) (local $code i32)
    (local $q0 i64) (local $q1 i64) (local $q2 i64) (local $q3 i64)
    (local.set $stride (i32.shl (local.get $groups) (i32.const 5)))
    (local.set $q0 (i64.load (local.get $query)))
    (local.set $q1 (i64.load offset=8 (local.get $query)))
    (local.set $q2 (i64.load offset=16 (local.get $query)))
    (local.set $q3 (i64.load offset=24 (local.get $query)))
    (block $done
      (loop $masks
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (local.set $count (i32.sub (local.get $count) (i32.shl (local.get $every) (i32.const 5))))
        (local.set $bits (i32.load (local.get $mask)))
        (local.set $mask (i32.add (local.get $mask) (i32.shl (local.get $every) (i32.const 2))))
        (local.set $code (local.get $codes))
        (local.set $codes (i32.add (local.get $codes) (i32.mul (local.get $every) (i32.shl (local.get $stride) (i32.const 5)))))
        (local.set $left (i32.const 32))
        ;; The common case, more than twice as fast: all 32 are measured, and the query stays in
        ;; registers.
        (if (i32.and (i32.eq (local.get $bits) (i32.const -1)) (i32.eq (local.get $groups) (i32.const 1)))
          (then
            (loop $all
              (local.set $at (i32.add (local.get $histogram) (i32.shl (i32.wrap_i64
                (i64.add
                  (i64.add
                    (i64.popcnt (i64.xor (i64.load (local.get $code)) (local.get $q0)))
                    (i64.popcnt (i64.xor (i64.load offset=8 (local.get $code)) (local.get $q1))))
                  (i64.add
                    (i64.popcnt (i64.xor (i64.load offset=16 (local.get $code)) (local.get $q2)))
                    (i64.popcnt (i64.xor (i64.load offset=24 (local.get $code)) (local.get $q3))))))
                (i32.const 2))))
              (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
              (local.set $code (i32.add (local.get $code) (i32.const 32)))
              (br_if $all (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
            (br $masks)))
        (loop $slots
          (if (i32.and (local.get $bits) (i32.const 1))
            (then
              (local.set $at (i32.add (local.get $histogram)
                (i32.shl (call $distance (local.get $code) (local.get $query) (local.get $groups)) (i32.const 2))))
              (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))))
          (local.set $bits (i32.shr_u (local.get $bits) (i32.const 1)))
          (local.set $code (i32.add (local.get $code) (local.get $stride)))
          (br_if $slots (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
        (br $masks))))

  ;; Selects the codes (`count`, a multiple of 32) whose distance is at most `limit` and whose bit in the
  ;; mask is set. Writes their positions, ascending, as 16-bit numbers to `slots`, and returns how many
  ;; there are. Every position is written, and the pointer advances only if the code is selected, because
  ;; a branch would be mispredicted too often. Reads 1,024 bytes beyond the codes.
  (func $select_near
    (param $codes i32) (param $count i32) (param $groups i32) (param $query i32) (param $mask i32) (param $limit i32) (param $slots i32)
    (result i32)
    (local $read i32) (local $bits i32) (local $slot i32) (local $end i32) (local $stride i32) (local $next i32)
    (local $q0 i64) (local $q1 i64) (local $q2 i64) (local $q3 i64) (local $most i64)
    (local.set $next (local.get $slots))
    (local.set $most (i64.extend_i32_u (local.get $limit)))
    (local.set $stride (i32.shl (local.get $groups) (i32.const 5)))
    (local.set $q0 (i64.load (local.get $query)))
    (local.set $q1 (i64.load offset=8 (local.get $query)))
    (local.set $q2 (i64.load offset=16 (local.get $query)))
    (local.set $q3 (i64.load offset=24 (local.get $query)))
    (block $done
      (loop $masks
        (br_if $done (i32.ge_u (local.get $slot) (local.get $count)))
        (local.set $bits (i32.load (local.get $mask)))
        (local.set $mask (i32.add (local.get $mask) (i32.const 4)))
        (local.set $end (i32.add (local.get $slot) (i32.const 32)))
        (if (i32.eqz (local.get $bits))
          (then
            (local.set $slot (local.get $end))
            (local.set $codes (i32.add (local.get $codes) (i32.shl (local.get $stride) (i32.const 5))))
            (br $masks)))
        ;; The common case: all 32 are measured, and the query stays in registers.
        (if (i32.and (i32.eq (local.get $bits) (i32.const -1)) (i32.eq (local.get $groups) (i32.const 1)))
          (then
            ;; Touches each cache line of the next 32 codes, so that loads overlap.
            (local.set $read (i32.or (local.get $read) (i32.load offset=1024 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1088 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1152 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1216 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1280 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1344 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1408 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1472 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1536 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1600 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1664 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1728 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1792 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1856 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1920 (local.get $codes))))
            (local.set $read (i32.or (local.get $read) (i32.load offset=1984 (local.get $codes))))
            (loop $four
              (i32.store16 (local.get $next) (local.get $slot))
              (local.set $next (i32.add (local.get $next) (i32.shl
                (i64.le_u
                  (i64.add
                    (i64.add
                      (i64.popcnt (i64.xor (i64.load (local.get $codes)) (local.get $q0)))
                      (i64.popcnt (i64.xor (i64.load offset=8 (local.get $codes)) (local.get $q1))))
                    (i64.add
                      (i64.popcnt (i64.xor (i64.load offset=16 (local.get $codes)) (local.get $q2)))
                      (i64.popcnt (i64.xor (i64.load offset=24 (local.get $codes)) (local.get $q3)))))
                  (local.get $most))
                (i32.const 1))))
              (i32.store16 (local.get $next) (i32.add (local.get $slot) (i32.const 1)))
              (local.set $next (i32.add (local.get $next) (i32.shl
                (i64.le_u
                  (i64.add
                    (i64.add
                      (i64.popcnt (i64.xor (i64.load offset=32 (local.get $codes)) (local.get $q0)))
                      (i64.popcnt (i64.xor (i64.load offset=40 (local.get $codes)) (local.get $q1))))
                    (i64.add
                      (i64.popcnt (i64.xor (i64.load offset=48 (local.get $codes)) (local.get $q2)))
                      (i64.popcnt (i64.xor (i64.load offset=56 (local.get $codes)) (local.get $q3)))))
                  (local.get $most))
                (i32.const 1))))
              (i32.store16 (local.get $next) (i32.add (local.get $slot) (i32.const 2)))
              (local.set $next (i32.add (local.get $next) (i32.shl
                (i64.le_u
                  (i64.add
                    (i64.add
                      (i64.popcnt (i64.xor (i64.load offset=64 (local.get $codes)) (local.get $q0)))
                      (i64.popcnt (i64.xor (i64.load offset=72 (local.get $codes)) (local.get $q1))))
                    (i64.add
                      (i64.popcnt (i64.xor (i64.load offset=80 (local.get $codes)) (local.get $q2)))
                      (i64.popcnt (i64.xor (i64.load offset=88 (local.get $codes)) (local.get $q3)))))
                  (local.get $most))
                (i32.const 1))))
              (i32.store16 (local.get $next) (i32.add (local.get $slot) (i32.const 3)))
              (local.set $next (i32.add (local.get $next) (i32.shl
                (i64.le_u
                  (i64.add
                    (i64.add
                      (i64.popcnt (i64.xor (i64.load offset=96 (local.get $codes)) (local.get $q0)))
                      (i64.popcnt (i64.xor (i64.load offset=104 (local.get $codes)) (local.get $q1))))
                    (i64.add
                      (i64.popcnt (i64.xor (i64.load offset=112 (local.get $codes)) (local.get $q2)))
                      (i64.popcnt (i64.xor (i64.load offset=120 (local.get $codes)) (local.get $q3)))))
                  (local.get $most))
                (i32.const 1))))
              (local.set $codes (i32.add (local.get $codes) (i32.const 128)))
              (br_if $four (i32.lt_u (local.tee $slot (i32.add (local.get $slot) (i32.const 4))) (local.get $end))))
            (br $masks)))
        (loop $each
          (if (i32.and (local.get $bits) (i32.const 1))
            (then
              (i32.store16 (local.get $next) (local.get $slot))
              (local.set $next (i32.add (local.get $next) (i32.shl
                (i32.le_u (call $distance (local.get $codes) (local.get $query) (local.get $groups)) (local.get $limit))
                (i32.const 1))))))
          (local.set $bits (i32.shr_u (local.get $bits) (i32.const 1)))
          (local.set $codes (i32.add (local.get $codes) (local.get $stride)))
          (br_if $each (i32.lt_u (local.tee $slot (i32.add (local.get $slot) (i32.const 1))) (local.get $end))))
        (br $masks)))
    (i32.shr_u (i32.sub (local.get $next) (local.get $slots)) (i32.const 1)))

  ;; For each of `bytes` bytes of a code and each of its 256 values: the sum of the weights of the bits
  ;; that differ from the query, as 16-bit numbers at `table`. There are eight 32-bit weights per byte: a
  ;; positive weight counts if the bit is not set, a negative one if it is set. Each bit doubles the
  ;; values that are known, subtracting its weight.
  (func (export "tabulate") (param $weights i32) (param $bytes i32) (param $table i32)
    (local $bit i32) (local $weight i32) (local $sum i32) (local $known i32) (local $from i32) (local $end i32)
    (loop $each
      (local.set $sum (i32.const 0))
      (local.set $bit (i32.const 0))
      (loop $unset
        (local.set $weight (i32.load (i32.add (local.get $weights) (i32.shl (local.get $bit) (i32.const 2)))))
        (local.set $sum (i32.add (local.get $sum)
          (select (local.get $weight) (i32.const 0) (i32.gt_s (local.get $weight) (i32.const 0)))))
        (br_if $unset (i32.lt_u (local.tee $bit (i32.add (local.get $bit) (i32.const 1))) (i32.const 8))))
      (i32.store16 (local.get $table) (local.get $sum))
      (local.set $known (i32.const 2))
      (local.set $end (i32.add (local.get $weights) (i32.const 32)))
      (loop $double
        (local.set $weight (i32.load (local.get $weights)))
        (local.set $from (local.get $table))
        (if (i32.lt_u (local.get $known) (i32.const 16))
          (then
            (loop $one
              (i32.store16 (i32.add (local.get $from) (local.get $known))
                (i32.sub (i32.load16_u (local.get $from)) (local.get $weight)))
              (br_if $one (i32.lt_u
                (local.tee $from (i32.add (local.get $from) (i32.const 2)))
                (i32.add (local.get $table) (local.get $known))))))
          (else
            (loop $eight
              (v128.store (i32.add (local.get $from) (local.get $known))
                (i16x8.sub (v128.load (local.get $from)) (i16x8.splat (local.get $weight))))
              (br_if $eight (i32.lt_u
                (local.tee $from (i32.add (local.get $from) (i32.const 16)))
                (i32.add (local.get $table) (local.get $known)))))))
        (local.set $known (i32.shl (local.get $known) (i32.const 1)))
        (br_if $double (i32.lt_u (local.tee $weights (i32.add (local.get $weights) (i32.const 4))) (local.get $end))))
      (local.set $table (i32.add (local.get $table) (i32.const 512)))
      (br_if $each (local.tee $bytes (i32.sub (local.get $bytes) (i32.const 1))))))

  ;; For each of `count` selected codes, listed as 16-bit numbers at `slots`: its score, the sum of the
  ;; table's values for each of its `groups` times 32 bytes, as a 16-bit number at `weights`. The table has
  ;; 256 16-bit numbers per byte. Counts the codes by their score.
  (func $rescore
    (param $codes i32) (param $slots i32) (param $count i32) (param $groups i32) (param $table i32) (param $weights i32) (param $histogram i32)
    (local $stride i32) (local $code i32) (local $row i32) (local $left i32) (local $sum i32) (local $at i32)
    (local.set $stride (i32.shl (local.get $groups) (i32.const 5)))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (local.set $code (i32.add (local.get $codes) (i32.mul (i32.load16_u (local.get $slots)) (local.get $stride))))
        (local.set $slots (i32.add (local.get $slots) (i32.const 2)))
        (local.set $row (local.get $table))
        (local.set $left (local.get $stride))
        (local.set $sum (i32.const 0))
        (loop $four
          (local.set $sum (i32.add (local.get $sum) (i32.add
            (i32.add
              (i32.load16_u (i32.add (local.get $row) (i32.shl (i32.load8_u (local.get $code)) (i32.const 1))))
              (i32.load16_u offset=512 (i32.add (local.get $row) (i32.shl (i32.load8_u offset=1 (local.get $code)) (i32.const 1)))))
            (i32.add
              (i32.load16_u offset=1024 (i32.add (local.get $row) (i32.shl (i32.load8_u offset=2 (local.get $code)) (i32.const 1))))
              (i32.load16_u offset=1536 (i32.add (local.get $row) (i32.shl (i32.load8_u offset=3 (local.get $code)) (i32.const 1))))))))
          (local.set $code (i32.add (local.get $code) (i32.const 4)))
          (local.set $row (i32.add (local.get $row) (i32.const 2048)))
          (br_if $four (local.tee $left (i32.sub (local.get $left) (i32.const 4)))))
        (i32.store16 (local.get $weights) (local.get $sum))
        (local.set $weights (i32.add (local.get $weights) (i32.const 2)))
        (local.set $at (i32.add (local.get $histogram) (i32.shl (local.get $sum) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
        (br $each))))

  ;; Takes segments from a table until none is left: selects the near codes of each and rescores them
  ;; while they are in the processor's caches. Several threads may do so at once: each takes the next
  ;; segment, counts in its own histogram, and notifies the waiting thread at the end. `scan-table.ts`
  ;; lays out the table.
  (func (export "scan") (param $table i32) (param $histogram i32)
    (local $at i32) (local $segment i32) (local $selected i32)
    (block $done
      (loop $segments
        (br_if $done (i32.ge_u
          (local.tee $at (i32.atomic.rmw.add (local.get $table) (i32.const 1)))
          (i32.load offset=8 (local.get $table))))
        (local.set $segment (i32.add (local.get $table) (i32.mul (i32.add (local.get $at) (i32.const 1)) (i32.const 32))))
        (local.set $selected (call $select_near
          (i32.load (local.get $segment))
          (i32.load offset=12 (local.get $table))
          (i32.load offset=16 (local.get $table))
          (i32.load offset=20 (local.get $table))
          (i32.load offset=4 (local.get $segment))
          (i32.load offset=28 (local.get $table))
          (i32.load offset=8 (local.get $segment))))
        (call $rescore
          (i32.load (local.get $segment))
          (i32.load offset=8 (local.get $segment))
          (local.get $selected)
          (i32.load offset=16 (local.get $table))
          (i32.load offset=24 (local.get $table))
          (i32.load offset=12 (local.get $segment))
          (local.get $histogram))
        (i32.store offset=16 (local.get $segment) (local.get $selected))
        (drop (i32.atomic.rmw.add offset=4 (local.get $table) (i32.const 1)))
        (br $segments)))
    (drop (memory.atomic.notify offset=4 (local.get $table) (i32.const 1))))

  ;; For each of `count` vectors of `stride` signed bytes (a multiple of 16), at their i32 addresses: its
  ;; inner product with the query, of `stride` 16-bit numbers, and the square of its length, as two i32 at
  ;; `out`. First touches each cache line of every vector, so that loads overlap.
  (func (export "products")
    (param $addresses i32) (param $count i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $vector i32) (local $left i32) (local $word i32) (local $read i32) (local $end i32)
    (local $bytes v128) (local $low v128) (local $high v128) (local $dot v128) (local $square v128)
    (local.set $word (local.get $addresses))
    (local.set $left (local.get $count))
    (block $all
      (loop $next
        (br_if $all (i32.eqz (local.get $left)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (local.set $vector (i32.load (local.get $word)))
        (local.set $word (i32.add (local.get $word) (i32.const 4)))
        (local.set $end (i32.add (local.get $vector) (local.get $stride)))
        (loop $line
          (local.set $read (i32.or (local.get $read) (i32.load (local.get $vector))))
          (local.set $vector (i32.add (local.get $vector) (i32.const 64)))
          (br_if $line (i32.lt_u (local.get $vector) (local.get $end))))
        (br $next)))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (local.set $vector (i32.load (local.get $addresses)))
        (local.set $addresses (i32.add (local.get $addresses) (i32.const 4)))
        (local.set $left (local.get $stride))
        (local.set $word (local.get $query))
        (local.set $dot (v128.const i32x4 0 0 0 0))
        (local.set $square (v128.const i32x4 0 0 0 0))
        (loop $sixteen
          (local.set $bytes (v128.load (local.get $vector)))
          (local.set $low (i16x8.extend_low_i8x16_s (local.get $bytes)))
          (local.set $high (i16x8.extend_high_i8x16_s (local.get $bytes)))
          (local.set $dot (i32x4.add (local.get $dot) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load (local.get $word)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load offset=16 (local.get $word))))))
          (local.set $square (i32x4.add (local.get $square) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (local.get $low))
            (i32x4.dot_i16x8_s (local.get $high) (local.get $high)))))
          (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
          (local.set $word (i32.add (local.get $word) (i32.const 32)))
          (br_if $sixteen (local.tee $left (i32.sub (local.get $left) (i32.const 16)))))
        (i32.store (local.get $out) (call $sum (local.get $dot)))
        (i32.store offset=4 (local.get $out) (call $sum (local.get $square)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br $each))))

  (func $sum (param $four v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $four)) (i32x4.extract_lane 1 (local.get $four)))
      (i32.add (i32x4.extract_lane 2 (local.get $four)) (i32x4.extract_lane 3 (local.get $four))))))
