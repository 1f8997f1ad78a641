/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_FFT_V_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_FFT_V_IMPL_H

#include "blocks/transforms/transform_block.h"
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/fft_vfc.h>
#include <atomic>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief Both drop-in FFT blocks
template <class interface>
class fft_v_impl : public transform_block<interface>
{
public:
    fft_v_impl(const block_request& request, int nthreads);

    bool set_window(const std::vector<float>& window) override;
    void set_nthreads(int n) override;
    int nthreads() const override { return d_nthreads; }

private:
    std::atomic<int> d_nthreads;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_FFT_V_IMPL_H */
