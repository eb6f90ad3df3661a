(module
  (memory (export "memory") 1)

  ;; Writes what the Paeth filter (PNG, third edition, 9.4) leaves of `length` bytes at `row` to `to`, 16 at a time:
  ;; up to 15 bytes beyond are written too. The `pixel` bytes in front of `row` and `above` count as their left.
  (func (export "filterRow")
    (param $row i32) (param $above i32) (param $to i32) (param $length i32) (param $pixel i32)
    (local $end i32) (local $left v128) (local $up v128) (local $upperLeft v128)
    (local.set $end (i32.add (local.get $row) (local.get $length)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $left (v128.load (i32.sub (local.get $row) (local.get $pixel))))
        (local.set $up (v128.load (local.get $above)))
        (local.set $upperLeft (v128.load (i32.sub (local.get $above) (local.get $pixel))))
        (v128.store (local.get $to)
          (i8x16.sub
            (v128.load (local.get $row))
            (i8x16.narrow_i16x8_u
              (call $predict
                (i16x8.extend_low_i8x16_u (local.get $left))
                (i16x8.extend_low_i8x16_u (local.get $up))
                (i16x8.extend_low_i8x16_u (local.get $upperLeft)))
              (call $predict
                (i16x8.extend_high_i8x16_u (local.get $left))
                (i16x8.extend_high_i8x16_u (local.get $up))
                (i16x8.extend_high_i8x16_u (local.get $upperLeft))))))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $above (i32.add (local.get $above) (i32.const 16)))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (br $next))))

  ;; The nearest of the three to left + up - upperLeft; ties go in this order.
  (func $predict (param $left v128) (param $up v128) (param $upperLeft v128) (result v128)
    (local $fromLeft v128) (local $fromUp v128) (local $fromUpperLeft v128)
    (local.set $fromLeft (i16x8.sub (local.get $up) (local.get $upperLeft)))
    (local.set $fromUp (i16x8.sub (local.get $left) (local.get $upperLeft)))
    (local.set $fromUpperLeft (i16x8.abs (i16x8.add (local.get $fromLeft) (local.get $fromUp))))
    (local.set $fromLeft (i16x8.abs (local.get $fromLeft)))
    (local.set $fromUp (i16x8.abs (local.get $fromUp)))
    (v128.bitselect
      (local.get $left)
      (v128.bitselect
        (local.get $up)
        (local.get $upperLeft)
        (i16x8.le_s (local.get $fromUp) (local.get $fromUpperLeft)))
      (v128.and
        (i16x8.le_s (local.get $fromLeft) (local.get $fromUp))
        (i16x8.le_s (local.get $fromLeft) (local.get $fromUpperLeft)))))
)
