;; The arithmetic of the tagger: y += x · w, over one memory that JavaScript lays out. `multiply.ts` does the same in JavaScript, to the bit: each sum is
;; made in the order of the inputs, in 32-bit floats. `npm run build:kernel` makes `multiply-module.ts` of this file.
;;
;; Two rows are made at once, so that eight sums are under way and each weight is loaded once for both; of an odd number of rows the last is made twice,
;; and stored once.
(module
  (import "keepsake" "memory" (memory 1))

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
      (br_if $columns (i32.lt_s (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $outputs))))))
