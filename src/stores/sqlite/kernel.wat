;; The arithmetic of the vector index, over one memory that JavaScript lays out. `kernel.ts` says what each function does, and holds the same in
;; JavaScript. `npm run build:kernel` makes `kernel-module.ts` of this file.
;;
;; Bits are counted by i64.popcnt, one instruction on the machines that matter; i8x16.popcnt is five on x86. Products are 16 bits wide:
;; i32x4.dot_i16x8_s multiplies and adds eight at a time, exactly.
(module
  (import "keepsake" "memory" (memory 1))

  ;; Hamming distance of each of `count` codes (a multiple of 32) of `groups` times 32 bytes; 65535 where the mask's bit is off.
  ;; Counts the measured ones by distance.
  (func (export "measure")
    (param $codes i32) (param $count i32) (param $groups i32) (param $query i32)
    (param $mask i32) (param $distances i32) (param $histogram i32)
    (local $bits i32) (local $left i32) (local $group i32) (local $word i32) (local $distance i64) (local $at i32) (local $stride i32)
    (local $q0 i64) (local $q1 i64) (local $q2 i64) (local $q3 i64)
    (local.set $stride (i32.shl (local.get $groups) (i32.const 5)))
    (local.set $q0 (i64.load (local.get $query)))
    (local.set $q1 (i64.load offset=8 (local.get $query)))
    (local.set $q2 (i64.load offset=16 (local.get $query)))
    (local.set $q3 (i64.load offset=24 (local.get $query)))
    (block $done
      (loop $masks
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (local.set $count (i32.sub (local.get $count) (i32.const 32)))
        (local.set $bits (i32.load (local.get $mask)))
        (local.set $mask (i32.add (local.get $mask) (i32.const 4)))
        (if (i32.eqz (local.get $bits))
          (then
            (memory.fill (local.get $distances) (i32.const 255) (i32.const 64))
            (local.set $distances (i32.add (local.get $distances) (i32.const 64)))
            (local.set $codes (i32.add (local.get $codes) (i32.shl (local.get $stride) (i32.const 5))))
            (br $masks)))
        (local.set $left (i32.const 32))
        ;; The common case, nearly twice as fast: all 32 are wanted, and the query stays in registers.
        (if (i32.and (i32.eq (local.get $bits) (i32.const -1)) (i32.eq (local.get $groups) (i32.const 1)))
          (then
            (loop $all
              (local.set $word (i32.wrap_i64 (i64.add
                (i64.add
                  (i64.popcnt (i64.xor (i64.load (local.get $codes)) (local.get $q0)))
                  (i64.popcnt (i64.xor (i64.load offset=8 (local.get $codes)) (local.get $q1))))
                (i64.add
                  (i64.popcnt (i64.xor (i64.load offset=16 (local.get $codes)) (local.get $q2)))
                  (i64.popcnt (i64.xor (i64.load offset=24 (local.get $codes)) (local.get $q3)))))))
              (i32.store16 (local.get $distances) (local.get $word))
              (local.set $at (i32.add (local.get $histogram) (i32.shl (local.get $word) (i32.const 2))))
              (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
              (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
              (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
              (br_if $all (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
            (br $masks)))
        (loop $slots
          (if (i32.and (local.get $bits) (i32.const 1))
            (then
              (local.set $distance (i64.const 0))
              (local.set $at (local.get $codes))
              (local.set $word (local.get $query))
              (local.set $group (local.get $groups))
              (loop $words
                (local.set $distance (i64.add (local.get $distance) (i64.add
                  (i64.add
                    (i64.popcnt (i64.xor (i64.load (local.get $at)) (i64.load (local.get $word))))
                    (i64.popcnt (i64.xor (i64.load offset=8 (local.get $at)) (i64.load offset=8 (local.get $word)))))
                  (i64.add
                    (i64.popcnt (i64.xor (i64.load offset=16 (local.get $at)) (i64.load offset=16 (local.get $word))))
                    (i64.popcnt (i64.xor (i64.load offset=24 (local.get $at)) (i64.load offset=24 (local.get $word))))))))
                (local.set $at (i32.add (local.get $at) (i32.const 32)))
                (local.set $word (i32.add (local.get $word) (i32.const 32)))
                (br_if $words (local.tee $group (i32.sub (local.get $group) (i32.const 1)))))
              (local.set $at (i32.add (local.get $histogram) (i32.shl (i32.wrap_i64 (local.get $distance)) (i32.const 2))))
              (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
              (i32.store16 (local.get $distances) (i32.wrap_i64 (local.get $distance))))
            (else (i32.store16 (local.get $distances) (i32.const 65535))))
          (local.set $bits (i32.shr_u (local.get $bits) (i32.const 1)))
          (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
          (local.set $codes (i32.add (local.get $codes) (local.get $stride)))
          (br_if $slots (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
        (br $masks))))

  ;; Measures again each of `count` codes (a multiple of 8) of `groups` times 32 bytes whose distance is within `limit`: the sum of what the table says of
  ;; each of its bytes. The table has 256 16-bit numbers for each byte. All others are at 65535. Counts the measured ones by distance. `slots` is room for
  ;; `count` i32: the codes are listed there, and a word of each read, before any is measured, so that waits for memory overlap.
  (func (export "weigh")
    (param $codes i32) (param $count i32) (param $groups i32) (param $limit i32)
    (param $table i32) (param $slots i32) (param $distances i32) (param $histogram i32)
    (local $limits v128) (local $eight v128) (local $within v128) (local $first i32) (local $bits i32) (local $slot i32) (local $stride i32)
    (local $end i32) (local $code i32) (local $row i32) (local $left i32) (local $sum i32) (local $at i32)
    (local.set $limits (i16x8.splat (local.get $limit)))
    (local.set $stride (i32.shl (local.get $groups) (i32.const 5)))
    (local.set $end (local.get $slots))
    (block $listed
      (loop $eights
        (br_if $listed (i32.ge_u (local.get $first) (local.get $count)))
        (local.set $at (i32.add (local.get $distances) (i32.shl (local.get $first) (i32.const 1))))
        (local.set $eight (v128.load (local.get $at)))
        (local.set $within (i16x8.le_u (local.get $eight) (local.get $limits)))
        (v128.store (local.get $at) (v128.or (local.get $eight) (v128.not (local.get $within))))
        (local.set $bits (i16x8.bitmask (local.get $within)))
        (block $none
          (loop $bit
            (br_if $none (i32.eqz (local.get $bits)))
            (local.set $slot (i32.add (local.get $first) (i32.ctz (local.get $bits))))
            (local.set $sum (i32.or (local.get $sum)
              (i32.load (i32.add (local.get $codes) (i32.mul (local.get $slot) (local.get $stride))))))
            (i32.store (local.get $end) (local.get $slot))
            (local.set $end (i32.add (local.get $end) (i32.const 4)))
            (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
            (br $bit)))
        (local.set $first (i32.add (local.get $first) (i32.const 8)))
        (br $eights)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $slots) (local.get $end)))
        (local.set $slot (i32.load (local.get $slots)))
        (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
        (local.set $code (i32.add (local.get $codes) (i32.mul (local.get $slot) (local.get $stride))))
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
        (i32.store16 (i32.add (local.get $distances) (i32.shl (local.get $slot) (i32.const 1))) (local.get $sum))
        (local.set $at (i32.add (local.get $histogram) (i32.shl (local.get $sum) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
        (br $each))))

  ;; Numbers of the distances within `limit`, ascending, as i32 at `out`. Gives how many. `count` is a multiple of 8.
  (func (export "collect")
    (param $distances i32) (param $count i32) (param $limit i32) (param $out i32) (result i32)
    (local $limits v128) (local $at i32) (local $bits i32) (local $start i32)
    (local.set $limits (i16x8.splat (local.get $limit)))
    (local.set $start (local.get $out))
    (block $done
      (loop $eights
        (br_if $done (i32.ge_u (local.get $at) (local.get $count)))
        (local.set $bits (i16x8.bitmask (i16x8.le_u
          (v128.load (i32.add (local.get $distances) (i32.shl (local.get $at) (i32.const 1)))) (local.get $limits))))
        (block $none
          (loop $bit
            (br_if $none (i32.eqz (local.get $bits)))
            (i32.store (local.get $out) (i32.add (local.get $at) (i32.ctz (local.get $bits))))
            (local.set $out (i32.add (local.get $out) (i32.const 4)))
            (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
            (br $bit)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $eights)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 2)))

  ;; For each of `count` vectors of `stride` signed bytes (a multiple of 16), named by their i32 addresses: the inner product with the query, of
  ;; `stride` 16-bit numbers, and the square of its own length, as two i32 at `out`. A word of every 64 bytes of each is read before any is scored, so
  ;; that waits for memory overlap.
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
