; What kernels ask for by names of their own (sim.kernels.llvm), as WebAssembly's vectors of 128 bits have it.

declare <16 x i8> @llvm.wasm.swizzle(<16 x i8>, <16 x i8>)
declare i32 @llvm.wasm.bitmask.v16i8(<16 x i8>)

define linkonce_odr <16 x i8> @warlab.swizzle(<16 x i8> %row, <16 x i8> %places) alwaysinline {
  %result = call <16 x i8> @llvm.wasm.swizzle(<16 x i8> %row, <16 x i8> %places)
  ret <16 x i8> %result
}

; The bit of each lane, as one integer.
define linkonce_odr i16 @warlab.bits.16(<16 x i1> %mask) alwaysinline {
  %lanes = sext <16 x i1> %mask to <16 x i8>
  %bits = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> %lanes)
  %result = trunc i32 %bits to i16
  ret i16 %result
}

define linkonce_odr i32 @warlab.bits.32(<32 x i1> %mask) alwaysinline {
  %lanes = sext <32 x i1> %mask to <32 x i8>
  %first = shufflevector <32 x i8> %lanes, <32 x i8> undef, <16 x i32>
    <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %second = shufflevector <32 x i8> %lanes, <32 x i8> undef, <16 x i32>
    <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23,
     i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %low = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> %first)
  %high = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> %second)
  %shifted = shl i32 %high, 16
  %result = or i32 %low, %shifted
  ret i32 %result
}

; The bits of an integer, one for each lane.
define linkonce_odr <16 x i1> @warlab.lanes.16(i16 %bits) alwaysinline {
  %bytes = bitcast i16 %bits to <2 x i8>
  %wide = shufflevector <2 x i8> %bytes, <2 x i8> undef, <16 x i32>
    <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %chosen = and <16 x i8> %wide,
    <i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 128>
  %result = icmp ne <16 x i8> %chosen, zeroinitializer
  ret <16 x i1> %result
}

define linkonce_odr <32 x i1> @warlab.lanes.32(i32 %bits) alwaysinline {
  %bytes = bitcast i32 %bits to <4 x i8>
  %wide = shufflevector <4 x i8> %bytes, <4 x i8> undef, <32 x i32>
    <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1,
     i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %chosen = and <32 x i8> %wide,
    <i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 128,
     i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 128>
  %result = icmp ne <32 x i8> %chosen, zeroinitializer
  ret <32 x i1> %result
}
