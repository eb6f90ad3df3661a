(module
  (memory (export "memory") 1)

  ;; Interpolates between `count` pairs of 32-bit numbers, rounds to 32 bits, and writes 64-bit ones: two at a time.
  (func (export "mixRows")
    (param $upper i32) (param $lower i32) (param $to i32) (param $count i32) (param $share f64)
    (local $end i32) (local $value v128)
    (local.set $end (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 3))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
        (local.set $value (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $upper))))
        (v128.store (local.get $to)
          (f64x2.promote_low_f32x4
            (f32x4.demote_f64x2_zero
              (f64x2.add
                (local.get $value)
                (f64x2.mul
                  (f64x2.sub
                    (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $lower)))
                    (local.get $value))
                  (f64x2.splat (local.get $share)))))))
        (local.set $upper (i32.add (local.get $upper) (i32.const 8)))
        (local.set $lower (i32.add (local.get $lower) (i32.const 8)))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (br $next))))

  ;; Alpha of a row of pixels, contrast-stretched (`stretch`) to bytes at `matte`, two at a time; the second of an odd
  ;; run is overwritten by the next. `row`: red, green, blue and constant of each column. `runs`: for each run of pixels
  ;; between the same two columns their offsets in `row` and the pixel where it ends. `shares`: one for each pixel.
  ;; Functions are written out here: engines call them.
  (func (export "applyRow")
    (param $row i32) (param $runs i32) (param $runsEnd i32) (param $shares i32)
    (param $image i32) (param $channels i32) (param $matte i32)
    (local $x i32) (local $end i32) (local $low i32) (local $high i32) (local $at i32) (local $flat i32)
    (local $red v128) (local $green v128) (local $blue v128) (local $constant v128)
    (local $redStep v128) (local $greenStep v128) (local $blueStep v128) (local $constantStep v128)
    (local $share v128) (local $opacity v128) (local $white v128) (local $alpha v128)
    (local $zero v128) (local $half v128) (local $one v128) (local $most v128) (local $whole v128)
    (local $faint v128) (local $range v128)
    (local.set $half (f64x2.splat (f64.const 0.5)))
    (local.set $one (f64x2.splat (f64.const 1)))
    (local.set $most (f64x2.splat (f64.const 255)))
    (local.set $whole (f64x2.splat (f64.const 0x1p52)))
    (local.set $faint (f64x2.splat (f64.const 0.1)))
    (local.set $range (f64x2.splat (f64.const 0.8)))
    (local.set $flat (i32.const -1))
    (local.set $opacity (local.get $one))
    (block $done
      (loop $run
        (br_if $done (i32.ge_u (local.get $runs) (local.get $runsEnd)))
        (local.set $low (i32.add (local.get $row) (i32.load (local.get $runs))))
        (local.set $high (i32.add (local.get $row) (i32.load offset=4 (local.get $runs))))
        (local.set $end (i32.load offset=8 (local.get $runs)))
        (local.set $runs (i32.add (local.get $runs) (i32.const 12)))
        (local.set $red (v128.load (local.get $low)))
        (local.set $blue (v128.load offset=16 (local.get $low)))
        (local.set $redStep (v128.load (local.get $high)))
        (local.set $blueStep (v128.load offset=16 (local.get $high)))
        (if
          (i32.eqz
            (v128.any_true
              (v128.or
                (v128.or (local.get $red) (local.get $redStep))
                (v128.bitselect
                  (v128.xor (local.get $blue) (local.get $blueStep))
                  (v128.or (local.get $blue) (local.get $blueStep))
                  (v128.const i64x2 0 -1)))))
          (then
            ;; No colour counts, and the constants are equal.
            (if (i32.lt_s (local.get $flat) (i32.const 0))
              (then
                (local.set $flat (local.get $x))
                (local.set $alpha
                  (f64x2.add
                    (f64x2.floor
                      (f64x2.add
                        (f64x2.mul
                          (f64x2.pmin
                            (local.get $one)
                            (f64x2.pmax
                              (local.get $zero)
                              (f64x2.div
                                (f64x2.sub (v128.load64_splat offset=24 (local.get $low)) (local.get $faint))
                                (local.get $range))))
                          (local.get $most))
                        (local.get $half)))
                    (local.get $whole)))))
            (local.set $x (local.get $end))
            (br $run)))
        (if (i32.ge_s (local.get $flat) (i32.const 0))
          (then
            (memory.fill
              (i32.add (local.get $matte) (local.get $flat))
              (i32x4.extract_lane 0 (local.get $alpha))
              (i32.sub (local.get $x) (local.get $flat)))
            (local.set $flat (i32.const -1))))
        (local.set $red (v128.load64_splat (local.get $low)))
        (local.set $redStep (f64x2.sub (v128.load64_splat (local.get $high)) (local.get $red)))
        (local.set $green (v128.load64_splat offset=8 (local.get $low)))
        (local.set $greenStep (f64x2.sub (v128.load64_splat offset=8 (local.get $high)) (local.get $green)))
        (local.set $blue (v128.load64_splat offset=16 (local.get $low)))
        (local.set $blueStep (f64x2.sub (v128.load64_splat offset=16 (local.get $high)) (local.get $blue)))
        (local.set $constant (v128.load64_splat offset=24 (local.get $low)))
        (local.set $constantStep (f64x2.sub (v128.load64_splat offset=24 (local.get $high)) (local.get $constant)))
        (loop $pair
          (local.set $share (v128.load (i32.add (local.get $shares) (i32.shl (local.get $x) (i32.const 3)))))
          (local.set $at (i32.add (local.get $image) (i32.mul (local.get $x) (local.get $channels))))
          (if (i32.eq (local.get $channels) (i32.const 4))
            (then
              (local.set $opacity
                (f64x2.div
                  (f64x2.convert_low_i32x4_s
                    (i32x4.replace_lane 1
                      (i32x4.splat (i32.load8_u offset=3 (local.get $at)))
                      (i32.load8_u offset=3 (i32.add (local.get $at) (local.get $channels)))))
                  (local.get $most)))
              (local.set $white (f64x2.mul (local.get $most) (f64x2.sub (local.get $one) (local.get $opacity))))))
          (local.set $alpha
            (f64x2.add
              (f64x2.add
                (f64x2.div
                  (f64x2.add
                    (f64x2.add
                      (f64x2.mul
                        (f64x2.add (local.get $red) (f64x2.mul (local.get $redStep) (local.get $share)))
                        (f64x2.add
                          (f64x2.mul
                            (f64x2.convert_low_i32x4_s
                              (i32x4.replace_lane 1
                                (i32x4.splat (i32.load8_u (local.get $at)))
                                (i32.load8_u (i32.add (local.get $at) (local.get $channels)))))
                            (local.get $opacity))
                          (local.get $white)))
                      (f64x2.mul
                        (f64x2.add (local.get $green) (f64x2.mul (local.get $greenStep) (local.get $share)))
                        (f64x2.add
                          (f64x2.mul
                            (f64x2.convert_low_i32x4_s
                              (i32x4.replace_lane 1
                                (i32x4.splat (i32.load8_u offset=1 (local.get $at)))
                                (i32.load8_u offset=1 (i32.add (local.get $at) (local.get $channels)))))
                            (local.get $opacity))
                          (local.get $white))))
                    (f64x2.mul
                      (f64x2.add (local.get $blue) (f64x2.mul (local.get $blueStep) (local.get $share)))
                      (f64x2.add
                        (f64x2.mul
                          (f64x2.convert_low_i32x4_s
                            (i32x4.replace_lane 1
                              (i32x4.splat (i32.load8_u offset=2 (local.get $at)))
                              (i32.load8_u offset=2 (i32.add (local.get $at) (local.get $channels)))))
                          (local.get $opacity))
                        (local.get $white))))
                  (local.get $most))
                (local.get $constant))
              (f64x2.mul (local.get $constantStep) (local.get $share))))
          (local.set $alpha
            (f64x2.add
              (f64x2.floor
                (f64x2.add
                  (f64x2.mul
                    (f64x2.pmin
                      (local.get $one)
                      (f64x2.pmax
                        (local.get $zero)
                        (f64x2.div
                          (f64x2.sub (local.get $alpha) (local.get $faint))
                          (local.get $range))))
                    (local.get $most))
                  (local.get $half)))
              (local.get $whole)))
          (local.set $at (i32.add (local.get $matte) (local.get $x)))
          (i32.store8 (local.get $at) (i32x4.extract_lane 0 (local.get $alpha)))
          (i32.store8 offset=1 (local.get $at) (i32x4.extract_lane 2 (local.get $alpha)))
          (local.set $x (i32.add (local.get $x) (i32.const 2)))
          (br_if $pair (i32.lt_u (local.get $x) (local.get $end))))
        (local.set $x (local.get $end))
        (br $run)))
    (if (i32.ge_s (local.get $flat) (i32.const 0))
      (then
        (memory.fill
          (i32.add (local.get $matte) (local.get $flat))
          (i32x4.extract_lane 0 (local.get $alpha))
          (i32.sub (local.get $x) (local.get $flat))))))
)
