/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_BARRIER_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_BARRIER_TEXT_H

/*!
 * CUDA functions around barriers in local memory that count signals, and bytes that
 * arrive.
 */
namespace gpufft::simt {

//! local_address(): what PTX calls a place in local memory.
constexpr char LOCAL_ADDRESS[] =
    R"(__device__ __forceinline__ uint local_address(const void* p)
{
    return (uint)__cvta_generic_to_shared(p);
}
)";

//! barrier_init(), for so many signals.
constexpr char BARRIER_INIT[] =
    R"(__device__ __forceinline__ void barrier_init(uint barrier, uint signals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                 :
                 : "r"(barrier), "r"(signals)
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
}
)";

//! barrier_expect(), a signal and bytes to come.
constexpr char BARRIER_EXPECT[] =
    R"(
__device__ __forceinline__ void barrier_expect(uint barrier, uint bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(barrier), "r"(bytes)
                 : "memory");
}
)";

//! barrier_wait(): until the barrier is through with uses of that parity: with its first
//! one, where none is said.
constexpr char BARRIER_WAIT[] =
    R"(__device__ __forceinline__ void barrier_wait(uint barrier, uint parity = 0)
{
    uint is_over = 0;
    while (!is_over)
        asm volatile("{ .reg .pred p; "
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(is_over)
                     : "r"(barrier), "r"(parity)
                     : "memory");
}
)";

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_BARRIER_TEXT_H */
