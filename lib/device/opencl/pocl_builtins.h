/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_BUILTINS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_BUILTINS_H

#include <string>

//! PoCL parses 18,000 lines that declare OpenCL's functions before each program, which
//! takes longer than compiling a short kernel. Kernels call a few dozen of these
//! functions.
namespace gpufft::opencl {

//! PoCL of the version \p driver, Debian 12's and 13's, was seen to have a header whose
//! guard keeps the declarations out, and to call compiled kernels as
//! pocl/compiled_function.h does.
inline bool was_tried(const std::string& driver)
{
    return driver.compare(0, 3, "3.1") == 0 || driver.compare(0, 3, "6.0") == 0;
}

//! The option of a program that begins with \ref DECLARED_BUILTINS instead.
constexpr const char* WITHOUT_DECLARATIONS = "-D_OPENCL_H_";

//! Declarations of the functions that kernels call. The line after them is line 1. Names
//! of macros end in an underscore, as no name of a kernel does.
constexpr const char* DECLARED_BUILTINS = R"(
#define CONST_ __attribute__((overloadable, const))
#define READS_ __attribute__((overloadable, pure))
#define WRITES_ __attribute__((overloadable))

size_t CONST_ get_global_id(uint);
size_t CONST_ get_local_id(uint);
size_t CONST_ get_group_id(uint);
size_t CONST_ get_num_groups(uint);
size_t CONST_ get_global_size(uint);
size_t CONST_ get_local_size(uint);
size_t CONST_ get_global_offset(uint);
void __attribute__((overloadable, convergent)) barrier(uint);
uint WRITES_ atomic_inc(volatile __global uint*);
uint WRITES_ atomic_inc(volatile __local uint*);
uint WRITES_ atomic_add(volatile __global uint*, uint);
uint WRITES_ atomic_add(volatile __local uint*, uint);

#define OF_INTEGERS_(T) \
    T CONST_ min(T, T); \
    T CONST_ max(T, T); \
    T CONST_ clamp(T, T, T);
OF_INTEGERS_(int)
OF_INTEGERS_(uint)
OF_INTEGERS_(long)
OF_INTEGERS_(ulong)

// Functions of the real type T; I and U are the signed and the unsigned integer of its size.
#define OF_REALS_(T, I, U) \
    T CONST_ sqrt(T); \
    T CONST_ exp(T); \
    T CONST_ log(T); \
    T CONST_ log2(T); \
    T CONST_ log10(T); \
    T CONST_ sin(T); \
    T CONST_ cos(T); \
    T CONST_ fabs(T); \
    T CONST_ floor(T); \
    T CONST_ fmin(T, T); \
    T CONST_ fmax(T, T); \
    T CONST_ min(T, T); \
    T CONST_ max(T, T); \
    T CONST_ clamp(T, T, T); \
    T CONST_ fma(T, T, T); \
    T CONST_ select(T, T, I); \
    T CONST_ select(T, T, U); \
    I CONST_ select(I, I, I); \
    U CONST_ select(U, U, I); \
    U CONST_ select(U, U, U);

#define VECTORS_AT_(T, SPACE) \
    T##2 READS_ vload2(size_t, const SPACE T*); \
    T##4 READS_ vload4(size_t, const SPACE T*); \
    T##8 READS_ vload8(size_t, const SPACE T*); \
    T##16 READS_ vload16(size_t, const SPACE T*); \
    void WRITES_ vstore2(T##2, size_t, SPACE T*); \
    void WRITES_ vstore4(T##4, size_t, SPACE T*); \
    void WRITES_ vstore8(T##8, size_t, SPACE T*); \
    void WRITES_ vstore16(T##16, size_t, SPACE T*);
#define VECTORS_(T) VECTORS_AT_(T, __global) VECTORS_AT_(T, __local) VECTORS_AT_(T, __private)
VECTORS_(char)
VECTORS_(uchar)
VECTORS_(short)
VECTORS_(ushort)
VECTORS_(int)
VECTORS_(uint)
VECTORS_(float)

#define CONVERTED_(N) \
    float##N CONST_ convert_float##N(char##N); \
    float##N CONST_ convert_float##N(uchar##N); \
    float##N CONST_ convert_float##N(short##N); \
    float##N CONST_ convert_float##N(ushort##N); \
    float##N CONST_ convert_float##N(int##N); \
    float##N CONST_ convert_float##N(uint##N); \
    int##N CONST_ convert_int##N(float##N); \
    uint##N CONST_ convert_uint##N(float##N);

#define HALVES_AT_(N, SPACE) \
    float##N READS_ vload_half##N(size_t, const SPACE half*); \
    void WRITES_ vstore_half##N(float##N, size_t, SPACE half*);

// Functions of the type float##N; where N is empty, that is float.
#define OF_FLOATS_(N) \
    OF_REALS_(float##N, int##N, uint##N) \
    int##N CONST_ isfinite(float##N); \
    CONVERTED_(N) \
    HALVES_AT_(N, __global) \
    HALVES_AT_(N, __local) \
    HALVES_AT_(N, __private)
OF_FLOATS_()
OF_FLOATS_(2)
OF_FLOATS_(4)
OF_FLOATS_(8)
OF_FLOATS_(16)

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
OF_REALS_(double, long, ulong)
OF_REALS_(double2, long2, ulong2)
OF_REALS_(double4, long4, ulong4)
OF_REALS_(double8, long8, ulong8)
OF_REALS_(double16, long16, ulong16)
int CONST_ isfinite(double);
VECTORS_(double)
#endif
#line 1
)";

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_BUILTINS_H */
