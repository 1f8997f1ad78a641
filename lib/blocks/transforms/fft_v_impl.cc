/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/thread_argument.h"
#include "blocks/transforms/fft_v_impl.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <type_traits>

namespace gr {
namespace gpufft {

namespace {

template <class interface>
constexpr bool IS_REAL = std::is_same_v<interface, fft_vfc>;

template <class interface>
const char* const NAME = IS_REAL<interface> ? "fft_vfc" : "fft_vcc";

template <class interface>
typename interface::sptr make_fft(int fft_size,
                                  bool forward,
                                  const std::vector<float>& window,
                                  bool shift,
                                  int nthreads,
                                  const std::string& device)
{
    check_threads(nthreads);
    const auto request = check_fft_request(fft_size,
                                           forward,
                                           window,
                                           shift,
                                           IS_REAL<interface>,
                                           with_threads(device, nthreads));
    return gnuradio::make_block_sptr<fft_v_impl<interface>>(request, nthreads);
}

} // namespace

fft_vcc::sptr fft_vcc::make(int fft_size,
                            bool forward,
                            const std::vector<float>& window,
                            bool shift,
                            int nthreads,
                            const std::string& device)
{
    return make_fft<fft_vcc>(fft_size, forward, window, shift, nthreads, device);
}

fft_vfc::sptr fft_vfc::make(int fft_size,
                            bool forward,
                            const std::vector<float>& window,
                            bool shift,
                            int nthreads,
                            const std::string& device)
{
    return make_fft<fft_vfc>(fft_size, forward, window, shift, nthreads, device);
}

template <class interface>
fft_v_impl<interface>::fft_v_impl(const block_request& request, int nthreads)
    : gr::block(
          NAME<interface>, fft_v_impl::input_of(request), fft_v_impl::output_of(request)),
      transform_block<interface>(NAME<interface>, request),
      d_nthreads(nthreads)
{
    this->take_window_commands();
}

template <class interface>
bool fft_v_impl<interface>::set_window(const std::vector<float>& window)
{
    return this->take_window(window);
}

template <class interface>
void fft_v_impl<interface>::set_nthreads(int n)
{
    try {
        check_threads(n);
    } catch (const ::gpufft::plan_error& e) {
        if (this->logs_refusal(e.what()))
            return;
        throw;
    }
    d_nthreads = n;
    this->d_rows.set_threads(n);
}

template class fft_v_impl<fft_vcc>;
template class fft_v_impl<fft_vfc>;

} // namespace gpufft
} // namespace gr
