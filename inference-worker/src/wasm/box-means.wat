(module
  (memory (export "memory") 1)

  ;; Sums of 64 bits, 32-bit numbers in and out, as `boxMean` in planes/box-filter.ts: 2 rows at once.
  (func (export "acrossRows") (param $from i32) (param $to i32) (param $width i32) (param $height i32) (param $radius i32)
    (local $row i32) (local $x i32) (local $stride i32) (local $one i32) (local $other i32) (local $sum v128)
    (local $mean v128) (local $at i32)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_s (local.get $row) (local.get $height)))
        (local.set $one (i32.add (local.get $from) (i32.mul (local.get $row) (local.get $stride))))
        (local.set $other
          (select
            (i32.add (local.get $one) (local.get $stride))
            (local.get $one)
            (i32.lt_s (i32.add (local.get $row) (i32.const 1)) (local.get $height))))
        (local.set $sum (f64x2.splat (f64.const 0)))
        (local.set $x (i32.const 0))
        (loop $first
          (local.set $at (i32.shl (local.get $x) (i32.const 2)))
          (local.set $sum
            (f64x2.add
              (local.get $sum)
              (f64x2.promote_low_f32x4
                (v128.load32_lane 1
                  (i32.add (local.get $other) (local.get $at))
                  (v128.load32_zero (i32.add (local.get $one) (local.get $at)))))))
          (local.set $x (i32.add (local.get $x) (i32.const 1)))
          (br_if $first (i32.le_s (local.get $x) (local.get $radius))))
        (local.set $x (i32.const 0))
        (loop $next
          (local.set $mean
            (f32x4.demote_f64x2_zero
              (f64x2.div
                (local.get $sum)
                (f64x2.splat
                  (f64.convert_i32_s
                    (i32.add
                      (i32.sub
                        (select
                          (i32.add (local.get $x) (local.get $radius))
                          (i32.sub (local.get $width) (i32.const 1))
                          (i32.lt_s (i32.add (local.get $x) (local.get $radius)) (local.get $width)))
                        (select
                          (i32.sub (local.get $x) (local.get $radius))
                          (i32.const 0)
                          (i32.gt_s (local.get $x) (local.get $radius))))
                      (i32.const 1)))))))
          (local.set $at
            (i32.add
              (local.get $to)
              (i32.add (i32.sub (local.get $one) (local.get $from)) (i32.shl (local.get $x) (i32.const 2)))))
          (v128.store32_lane 0 (local.get $at) (local.get $mean))
          ;; May lie beyond an odd last row. `box-filter.ts` never reads it there.
          (v128.store32_lane 1 (i32.add (local.get $at) (local.get $stride)) (local.get $mean))
          (if (i32.lt_s (i32.add (i32.add (local.get $x) (local.get $radius)) (i32.const 1)) (local.get $width))
            (then
              (local.set $at
                (i32.shl (i32.add (i32.add (local.get $x) (local.get $radius)) (i32.const 1)) (i32.const 2)))
              (local.set $sum
                (f64x2.add
                  (local.get $sum)
                  (f64x2.promote_low_f32x4
                    (v128.load32_lane 1
                      (i32.add (local.get $other) (local.get $at))
                      (v128.load32_zero (i32.add (local.get $one) (local.get $at)))))))))
          (if (i32.ge_s (local.get $x) (local.get $radius))
            (then
              (local.set $at (i32.shl (i32.sub (local.get $x) (local.get $radius)) (i32.const 2)))
              (local.set $sum
                (f64x2.sub
                  (local.get $sum)
                  (f64x2.promote_low_f32x4
                    (v128.load32_lane 1
                      (i32.add (local.get $other) (local.get $at))
                      (v128.load32_zero (i32.add (local.get $one) (local.get $at)))))))))
          (local.set $x (i32.add (local.get $x) (i32.const 1)))
          (br_if $next (i32.lt_s (local.get $x) (local.get $width))))
        (local.set $row (i32.add (local.get $row) (i32.const 2)))
        (br $rows))))

  ;; Adds a row of `count` numbers to the sums.
  (func (export "addRow") (param $row i32) (param $sums i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $row) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (v128.store (local.get $sums)
        (f64x2.add (v128.load (local.get $sums)) (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $row)))))
      (local.set $row (i32.add (local.get $row) (i32.const 8)))
      (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $row) (local.get $end)))))

  ;; Writes the sums times `scale`, then adds one row to them and subtracts another: of zeros at a border.
  (func (export "nextRow")
    (param $sums i32) (param $to i32) (param $count i32) (param $scale f64) (param $entering i32) (param $leaving i32)
    (local $end i32) (local $sum v128)
    (local.set $end (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $sum (v128.load (local.get $sums)))
      (v128.store64_lane 0 (local.get $to)
        (f32x4.demote_f64x2_zero (f64x2.mul (local.get $sum) (f64x2.splat (local.get $scale)))))
      (v128.store (local.get $sums)
        (f64x2.sub
          (f64x2.add (local.get $sum) (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $entering))))
          (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $leaving)))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))
      (local.set $entering (i32.add (local.get $entering) (i32.const 8)))
      (local.set $leaving (i32.add (local.get $leaving) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $to) (local.get $end)))))

  ;; One box of scene/src/blur.ts along `length` steps, `lanes` (even) beside each other. Strides in bytes.
  ;; `zeros`: as many; `sums`: room for as many of 64 bits.
  (func (export "blurLines")
    (param $from i32) (param $fromStride i32) (param $to i32) (param $toStride i32) (param $lanes i32)
    (param $length i32) (param $radius i32) (param $tail f64) (param $scale f64) (param $zeros i32) (param $sums i32)
    (local $i i32) (local $lane i32) (local $bytes i32) (local $entering i32) (local $leaving i32)
    (local $before i32) (local $value v128) (local $sum v128)
    (local.set $bytes (i32.shl (local.get $lanes) (i32.const 2)))
    (memory.fill (local.get $sums) (i32.const 0) (i32.shl (local.get $bytes) (i32.const 1)))
    (loop $first
      (local.set $lane (i32.const 0))
      (loop $lanes
        (local.set $before (i32.add (local.get $sums) (i32.shl (local.get $lane) (i32.const 1))))
        (v128.store (local.get $before)
          (f64x2.add
            (v128.load (local.get $before))
            (f64x2.promote_low_f32x4
              (v128.load64_zero
                (i32.add
                  (i32.add (local.get $from) (i32.mul (local.get $i) (local.get $fromStride)))
                  (local.get $lane))))))
        (local.set $lane (i32.add (local.get $lane) (i32.const 8)))
        (br_if $lanes (i32.lt_u (local.get $lane) (local.get $bytes))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $first
        (i32.and
          (i32.le_s (local.get $i) (local.get $radius))
          (i32.lt_s (local.get $i) (local.get $length)))))
    (local.set $i (i32.const 0))
    (loop $steps
      (local.set $entering
        (select
          (i32.add
            (local.get $from)
            (i32.mul (i32.add (i32.add (local.get $i) (local.get $radius)) (i32.const 1)) (local.get $fromStride)))
          (local.get $zeros)
          (i32.lt_s (i32.add (i32.add (local.get $i) (local.get $radius)) (i32.const 1)) (local.get $length))))
      (local.set $leaving
        (select
          (i32.add (local.get $from) (i32.mul (i32.sub (local.get $i) (local.get $radius)) (local.get $fromStride)))
          (local.get $zeros)
          (i32.ge_s (local.get $i) (local.get $radius))))
      (local.set $before
        (select
          (i32.sub (local.get $leaving) (local.get $fromStride))
          (local.get $zeros)
          (i32.gt_s (local.get $i) (local.get $radius))))
      (local.set $lane (i32.const 0))
      (loop $lanes
        (local.set $value
          (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $entering) (local.get $lane)))))
        (local.set $sum (v128.load (i32.add (local.get $sums) (i32.shl (local.get $lane) (i32.const 1)))))
        (v128.store64_lane 0 (i32.add (local.get $to) (local.get $lane))
          (f32x4.demote_f64x2_zero
            (f64x2.mul
              (f64x2.add
                (local.get $sum)
                (f64x2.mul
                  (f64x2.splat (local.get $tail))
                  (f64x2.add
                    (local.get $value)
                    (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $before) (local.get $lane)))))))
              (f64x2.splat (local.get $scale)))))
        (v128.store (i32.add (local.get $sums) (i32.shl (local.get $lane) (i32.const 1)))
          (f64x2.add
            (local.get $sum)
            (f64x2.sub
              (local.get $value)
              (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $leaving) (local.get $lane)))))))
        (local.set $lane (i32.add (local.get $lane) (i32.const 8)))
        (br_if $lanes (i32.lt_u (local.get $lane) (local.get $bytes))))
      (local.set $to (i32.add (local.get $to) (local.get $toStride)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $steps (i32.lt_s (local.get $i) (local.get $length)))))
)
