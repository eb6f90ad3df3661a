(module
  (memory (export "memory") 1)

  ;; Writes what the Paeth filter (PNG, third edition, 9.4) leaves of `length` bytes at `row` to `to`, 16 at a time:
  ;; up to 15 bytes beyond are written too. The `pixel` bytes in front of `row` and `above` count as their left. The
  ;; prediction is the nearest of the three to left + up - upperLeft; ties go in this order. Written out for both
  ;; halves: engines call functions.
  (func (export "filterRow")
    (param $row i32) (param $above i32) (param $to i32) (param $length i32) (param $pixel i32)
    (local $end i32) (local $left v128) (local $up v128) (local $upperLeft v128) (local $one v128) (local $other v128)
    (local $fromLeft v128) (local $fromUp v128) (local $fromUpperLeft v128) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $row) (local.get $length)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $left (v128.load (i32.sub (local.get $row) (local.get $pixel))))
        (local.set $up (v128.load (local.get $above)))
        (local.set $upperLeft (v128.load (i32.sub (local.get $above) (local.get $pixel))))
        (local.set $one (i16x8.extend_low_i8x16_u (local.get $left)))
        (local.set $other (i16x8.extend_low_i8x16_u (local.get $up)))
        (local.set $low (i16x8.extend_low_i8x16_u (local.get $upperLeft)))
        (local.set $fromLeft (i16x8.sub (local.get $other) (local.get $low)))
        (local.set $fromUp (i16x8.sub (local.get $one) (local.get $low)))
        (local.set $fromUpperLeft (i16x8.abs (i16x8.add (local.get $fromLeft) (local.get $fromUp))))
        (local.set $fromLeft (i16x8.abs (local.get $fromLeft)))
        (local.set $fromUp (i16x8.abs (local.get $fromUp)))
        (local.set $low
          (v128.bitselect
            (local.get $one)
            (v128.bitselect
              (local.get $other)
              (local.get $low)
              (i16x8.le_s (local.get $fromUp) (local.get $fromUpperLeft)))
            (i16x8.le_s (local.get $fromLeft) (i16x8.min_s (local.get $fromUp) (local.get $fromUpperLeft)))))
        (local.set $one (i16x8.extend_high_i8x16_u (local.get $left)))
        (local.set $other (i16x8.extend_high_i8x16_u (local.get $up)))
        (local.set $high (i16x8.extend_high_i8x16_u (local.get $upperLeft)))
        (local.set $fromLeft (i16x8.sub (local.get $other) (local.get $high)))
        (local.set $fromUp (i16x8.sub (local.get $one) (local.get $high)))
        (local.set $fromUpperLeft (i16x8.abs (i16x8.add (local.get $fromLeft) (local.get $fromUp))))
        (local.set $fromLeft (i16x8.abs (local.get $fromLeft)))
        (local.set $fromUp (i16x8.abs (local.get $fromUp)))
        (local.set $high
          (v128.bitselect
            (local.get $one)
            (v128.bitselect
              (local.get $other)
              (local.get $high)
              (i16x8.le_s (local.get $fromUp) (local.get $fromUpperLeft)))
            (i16x8.le_s (local.get $fromLeft) (i16x8.min_s (local.get $fromUp) (local.get $fromUpperLeft)))))
        (v128.store (local.get $to)
          (i8x16.sub
            (v128.load (local.get $row))
            (i8x16.narrow_i16x8_u (local.get $low) (local.get $high))))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $above (i32.add (local.get $above) (i32.const 16)))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (br $next))))
)
