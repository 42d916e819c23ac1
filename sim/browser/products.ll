; The upper half of a product of 128 bits, from four products of halves.
; The optimiser must not see it before its last pass: it would recognise the product, for which WebAssembly calls a
; function that nobody has.

define linkonce_odr i64 @warlab.multiply_high(i64 %first, i64 %second) alwaysinline {
  %low_1 = and i64 %first, 4294967295
  %low_2 = and i64 %second, 4294967295
  %high_1 = lshr i64 %first, 32
  %high_2 = lshr i64 %second, 32
  %low_product = mul i64 %low_1, %low_2
  %carried = lshr i64 %low_product, 32
  %product_1 = mul i64 %high_1, %low_2
  %middle_1 = add i64 %product_1, %carried
  %rest = and i64 %middle_1, 4294967295
  %product_2 = mul i64 %low_1, %high_2
  %middle_2 = add i64 %product_2, %rest
  %high_product = mul i64 %high_1, %high_2
  %carry_1 = lshr i64 %middle_1, 32
  %carry_2 = lshr i64 %middle_2, 32
  %sum = add i64 %high_product, %carry_1
  %result = add i64 %sum, %carry_2
  ret i64 %result
}
