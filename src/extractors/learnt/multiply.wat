;; The arithmetic of the tagger, over one memory that JavaScript lays out. `multiply.ts` does the same in JavaScript, to the bit: each sum is made in
;; the order of the inputs, in 32-bit floats. `npm run build:kernel` makes `multiply-module.ts` of this file.
(module
  (import "keepsake" "memory" (memory 1))

  ;; y += x · w. Two rows are made at once, so that eight sums are under way and each weight is loaded once for both; of an odd number of rows the last is
  ;; made twice, and stored once.
  ;; x: f32[rows][inputs]; w: f32[inputs][outputs]; y: f32[rows][outputs]. Addresses in bytes; outputs is a multiple of 16.
  (func (export "multiply")
    (param $x i32) (param $w i32) (param $y i32) (param $rows i32) (param $inputs i32) (param $outputs i32)
    (local $column i32) (local $row i32) (local $input i32) (local $wAt i32) (local $stride i32) (local $xStride i32)
    (local $xAt i32) (local $yAt i32) (local $otherX i32) (local $otherY i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (local $value v128) (local $other v128) (local $weight v128)
    (local.set $stride (i32.shl (local.get $outputs) (i32.const 2)))
    (local.set $xStride (i32.shl (local.get $inputs) (i32.const 2)))
    (loop $columns
      (local.set $row (i32.const 0))
      (loop $everyPair
        (local.set $xAt (i32.add (local.get $x) (i32.mul (local.get $row) (local.get $xStride))))
        (local.set $yAt (i32.add
          (i32.add (local.get $y) (i32.mul (local.get $row) (local.get $stride)))
          (i32.shl (local.get $column) (i32.const 2))))
        (local.set $otherX (local.get $xAt))
        (local.set $otherY (local.get $yAt))
        (if (i32.lt_s (i32.add (local.get $row) (i32.const 1)) (local.get $rows))
          (then
            (local.set $otherX (i32.add (local.get $xAt) (local.get $xStride)))
            (local.set $otherY (i32.add (local.get $yAt) (local.get $stride)))))
        (local.set $a (v128.load (local.get $yAt)))
        (local.set $b (v128.load offset=16 (local.get $yAt)))
        (local.set $c (v128.load offset=32 (local.get $yAt)))
        (local.set $d (v128.load offset=48 (local.get $yAt)))
        (local.set $e (v128.load (local.get $otherY)))
        (local.set $f (v128.load offset=16 (local.get $otherY)))
        (local.set $g (v128.load offset=32 (local.get $otherY)))
        (local.set $h (v128.load offset=48 (local.get $otherY)))
        (local.set $input (local.get $inputs))
        (local.set $wAt (i32.add (local.get $w) (i32.shl (local.get $column) (i32.const 2))))
        (loop $everyInput
          (local.set $value (v128.load32_splat (local.get $xAt)))
          (local.set $other (v128.load32_splat (local.get $otherX)))
          (local.set $weight (v128.load (local.get $wAt)))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $value) (local.get $weight))))
          (local.set $e (f32x4.add (local.get $e) (f32x4.mul (local.get $other) (local.get $weight))))
          (local.set $weight (v128.load offset=16 (local.get $wAt)))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $value) (local.get $weight))))
          (local.set $f (f32x4.add (local.get $f) (f32x4.mul (local.get $other) (local.get $weight))))
          (local.set $weight (v128.load offset=32 (local.get $wAt)))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $value) (local.get $weight))))
          (local.set $g (f32x4.add (local.get $g) (f32x4.mul (local.get $other) (local.get $weight))))
          (local.set $weight (v128.load offset=48 (local.get $wAt)))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $value) (local.get $weight))))
          (local.set $h (f32x4.add (local.get $h) (f32x4.mul (local.get $other) (local.get $weight))))
          (local.set $xAt (i32.add (local.get $xAt) (i32.const 4)))
          (local.set $otherX (i32.add (local.get $otherX) (i32.const 4)))
          (local.set $wAt (i32.add (local.get $wAt) (local.get $stride)))
          (br_if $everyInput (local.tee $input (i32.sub (local.get $input) (i32.const 1)))))
        (v128.store (local.get $yAt) (local.get $a))
        (v128.store offset=16 (local.get $yAt) (local.get $b))
        (v128.store offset=32 (local.get $yAt) (local.get $c))
        (v128.store offset=48 (local.get $yAt) (local.get $d))
        (if (i32.ne (local.get $otherY) (local.get $yAt))
          (then
            (v128.store (local.get $otherY) (local.get $e))
            (v128.store offset=16 (local.get $otherY) (local.get $f))
            (v128.store offset=32 (local.get $otherY) (local.get $g))
            (v128.store offset=48 (local.get $otherY) (local.get $h))))
        (br_if $everyPair (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 2))) (local.get $rows))))
      (br_if $columns (i32.lt_s (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $outputs)))))

  ;; states[t] += max(0, bias + states[t - reach] · w0 + states[t] · w1 + states[t + reach] · w2) for each row t from `from`; a row outside adds nothing.
  ;; Half of the states are zeros, so the others are first listed, each with the place of its weights. Then six sums are under way at once: with eight,
  ;; V8 kept one of them in memory. The lists keep the old states while the new ones are written.
  ;; states: f32[rows][width]; w: f32[3][width][width]; bias: f32[width]; lists: space for f32[rows][2 * width + 2]. Addresses in bytes; width is a
  ;; multiple of 24.
  (func (export "convolve")
    (param $states i32) (param $w i32) (param $bias i32) (param $lists i32) (param $rows i32) (param $from i32) (param $width i32) (param $reach i32)
    (local $stride i32) (local $square i32) (local $list i32) (local $row i32) (local $source i32) (local $tap i32) (local $column i32)
    (local $at i32) (local $end i32) (local $to i32) (local $wAt i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $e v128) (local $f v128) (local $value v128) (local $zero v128)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (local.set $square (i32.mul (local.get $width) (local.get $stride)))
    (local.set $list (i32.add (i32.shl (local.get $stride) (i32.const 1)) (i32.const 8)))
    ;; Lists the states of each row that are not zero: first the address of the list's end, then for each the offset of its weights and its value.
    (local.set $to (local.get $states))
    (loop $everyRow
      (local.set $at (i32.add (local.get $lists) (i32.mul (local.get $row) (local.get $list))))
      (local.set $source (local.get $at))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $wAt (i32.const 0))
      (loop $everyState
        (i32.store (local.get $at) (local.get $wAt))
        (f32.store offset=4 (local.get $at) (f32.load (local.get $to)))
        (local.set $at (i32.add (local.get $at)
          (i32.shl (f32.ne (f32.load (local.get $to)) (f32.const 0)) (i32.const 3))))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (br_if $everyState (i32.lt_s (local.tee $wAt (i32.add (local.get $wAt) (local.get $stride))) (local.get $square))))
      (i32.store (local.get $source) (local.get $at))
      (br_if $everyRow (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))
    (loop $columns
      (local.set $row (local.get $from))
      (loop $everyRow
        (local.set $at (i32.add (local.get $bias) (local.get $column)))
        (local.set $a (v128.load (local.get $at)))
        (local.set $b (v128.load offset=16 (local.get $at)))
        (local.set $c (v128.load offset=32 (local.get $at)))
        (local.set $d (v128.load offset=48 (local.get $at)))
        (local.set $e (v128.load offset=64 (local.get $at)))
        (local.set $f (v128.load offset=80 (local.get $at)))
        (local.set $tap (i32.const 0))
        (loop $taps
          (local.set $source (i32.add (local.get $row)
            (i32.mul (i32.sub (local.get $tap) (i32.const 1)) (local.get $reach))))
          ;; As an unsigned number, a row before the first is beyond the last.
          (if (i32.lt_u (local.get $source) (local.get $rows))
            (then
              (local.set $at (i32.add (local.get $lists) (i32.mul (local.get $source) (local.get $list))))
              (local.set $end (i32.load (local.get $at)))
              (local.set $at (i32.add (local.get $at) (i32.const 8)))
              (local.set $to (i32.add
                (i32.add (local.get $w) (i32.mul (local.get $tap) (local.get $square)))
                (local.get $column)))
              (if (i32.lt_s (local.get $at) (local.get $end))
                (then
                  (loop $everyState
                    (local.set $value (v128.load32_splat offset=4 (local.get $at)))
                    (local.set $wAt (i32.add (local.get $to) (i32.load (local.get $at))))
                    (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $value) (v128.load (local.get $wAt)))))
                    (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $value) (v128.load offset=16 (local.get $wAt)))))
                    (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $value) (v128.load offset=32 (local.get $wAt)))))
                    (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $value) (v128.load offset=48 (local.get $wAt)))))
                    (local.set $e (f32x4.add (local.get $e) (f32x4.mul (local.get $value) (v128.load offset=64 (local.get $wAt)))))
                    (local.set $f (f32x4.add (local.get $f) (f32x4.mul (local.get $value) (v128.load offset=80 (local.get $wAt)))))
                    (br_if $everyState (i32.lt_s (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))))))
          (br_if $taps (i32.lt_s (local.tee $tap (i32.add (local.get $tap) (i32.const 1))) (i32.const 3))))
        (local.set $to (i32.add
          (i32.add (local.get $states) (i32.mul (local.get $row) (local.get $stride)))
          (local.get $column)))
        (v128.store (local.get $to) (f32x4.add (v128.load (local.get $to)) (f32x4.pmax (local.get $zero) (local.get $a))))
        (v128.store offset=16 (local.get $to) (f32x4.add (v128.load offset=16 (local.get $to)) (f32x4.pmax (local.get $zero) (local.get $b))))
        (v128.store offset=32 (local.get $to) (f32x4.add (v128.load offset=32 (local.get $to)) (f32x4.pmax (local.get $zero) (local.get $c))))
        (v128.store offset=48 (local.get $to) (f32x4.add (v128.load offset=48 (local.get $to)) (f32x4.pmax (local.get $zero) (local.get $d))))
        (v128.store offset=64 (local.get $to) (f32x4.add (v128.load offset=64 (local.get $to)) (f32x4.pmax (local.get $zero) (local.get $e))))
        (v128.store offset=80 (local.get $to) (f32x4.add (v128.load offset=80 (local.get $to)) (f32x4.pmax (local.get $zero) (local.get $f))))
        (br_if $everyRow (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))
      (br_if $columns (i32.lt_s (local.tee $column (i32.add (local.get $column) (i32.const 96))) (local.get $stride))))))
