/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_BLOCK_REQUEST_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_BLOCK_REQUEST_H

#include <gpufft/transform.h>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! The arguments of a block, checked, in the engine's terms. An item is a row.
struct block_request {
    ::gpufft::transform asked;
    std::vector<float> window; //!< tap i belongs to element i of the item; empty: none
    std::string device;
};

// Each throws plan_error where an argument is out of range.

//! Checks the arguments of fft_vcc or, with \p real_input, of fft_vfc.
block_request check_fft_request(int fft_size,
                                bool forward,
                                const std::vector<float>& window,
                                bool shift,
                                bool real_input,
                                const std::string& device);

block_request plan_rfft(int length,
                        const std::vector<float>& window,
                        const std::string& normalization,
                        const std::string& device);

block_request
plan_irfft(int length, const std::string& normalization, const std::string& device);

enum class trigonometric { dct, dst };

block_request plan_trigonometric(trigonometric family,
                                 int length,
                                 int type,
                                 bool inverse,
                                 const std::string& normalization,
                                 bool orthogonalize,
                                 const std::string& device);

block_request plan_fftn(const std::vector<int>& shape,
                        bool forward,
                        bool shift,
                        const std::string& normalization,
                        const std::string& device);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_BLOCK_REQUEST_H */
