/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FFT_REQUEST_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FFT_REQUEST_H

#include <gpufft/transform.h>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! The arguments of an FFT block, checked, in the engine's terms.
struct fft_request {
    ::gpufft::transform what;
    std::vector<float> window; //!< in the order of the block's argument
    int nthreads = 1;
    std::string device;
};

//! \throws plan_error  an argument is out of range
fft_request plan_fft(int fft_size,
                     bool forward,
                     const std::vector<float>& window,
                     bool shift,
                     int nthreads,
                     const std::string& device,
                     ::gpufft::input_format input);

//! Taps in the order in which \p what multiplies them: logical point n by tap n, whereas
//! a block's tap i belongs to element i of the item.
std::vector<float> taps_by_point(const std::vector<float>& window,
                                 const ::gpufft::transform& what);

//! \throws plan_error  n is less than 1
void check_nthreads(int n);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FFT_REQUEST_H */
