/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/filters/fft_filter_impl.h"
#include "blocks/scheduler/thread_argument.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/io_signature.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/own_process.h>
#include <type_traits>
#include <algorithm>
#include <limits>

namespace gr {
namespace gpufft {

namespace {

template <class interface>
constexpr bool IS_FLOAT = std::is_same_v<interface, fft_filter_fff>;

template <class interface>
constexpr const char* name_of_filter()
{
    if (std::is_same_v<interface, freq_xlating_fft_filter_ccc>)
        return "freq_xlating_fft_filter_ccc";
    if (std::is_same_v<interface, fft_filter_ccc>)
        return "fft_filter_ccc";
    return std::is_same_v<interface, fft_filter_ccf> ? "fft_filter_ccf"
                                                     : "fft_filter_fff";
}

template <class interface>
gr::io_signature::sptr samples_of()
{
    return gr::io_signature::make(
        1, 1, IS_FLOAT<interface> ? sizeof(float) : sizeof(gr_complex));
}

template <class tap>
filter_stream::taps_type in_double(const std::vector<tap>& taps)
{
    filter_stream::taps_type values;
    for (const auto& each : taps)
        values.emplace_back(std::complex<double>(each));
    return values;
}

template <class tap>
std::vector<tap> in_single(const filter_stream::taps_type& taps)
{
    std::vector<tap> values;
    for (const auto& each : taps) {
        if constexpr (std::is_same_v<tap, float>)
            values.push_back(static_cast<float>(each.real()));
        else
            values.emplace_back(static_cast<float>(each.real()),
                                static_cast<float>(each.imag()));
    }
    return values;
}

//! The taps of a message.
template <class tap>
std::vector<tap> taps_in(const pmt::pmt_t& value)
{
    if constexpr (!std::is_same_v<tap, float>) {
        if (pmt::is_c32vector(value))
            return pmt::c32vector_elements(value);
    }
    const auto numbers = floats_of(value);
    return { numbers.begin(), numbers.end() };
}

template <class interface, class tap>
typename interface::sptr make_filter_block(int decimation,
                                           const std::vector<tap>& taps,
                                           int nthreads,
                                           const std::string& device)
{
    check_threads(nthreads);
    ::gpufft::filter_request request;
    request.taps = in_double(taps);
    request.decimation = decimation;
    request.is_real = IS_FLOAT<interface>;
    validate(request);
    return gnuradio::make_block_sptr<fft_filter_impl<interface, tap>>(
        request, nthreads, with_threads(device, nthreads));
}

} // namespace

fft_filter_ccc::sptr fft_filter_ccc::make(int decimation,
                                          const std::vector<gr_complex>& taps,
                                          int nthreads,
                                          const std::string& device)
{
    return make_filter_block<fft_filter_ccc>(decimation, taps, nthreads, device);
}

fft_filter_ccf::sptr fft_filter_ccf::make(int decimation,
                                          const std::vector<float>& taps,
                                          int nthreads,
                                          const std::string& device)
{
    return make_filter_block<fft_filter_ccf>(decimation, taps, nthreads, device);
}

fft_filter_fff::sptr fft_filter_fff::make(int decimation,
                                          const std::vector<float>& taps,
                                          int nthreads,
                                          const std::string& device)
{
    return make_filter_block<fft_filter_fff>(decimation, taps, nthreads, device);
}

template <class interface, class tap>
fft_filter_impl<interface, tap>::fft_filter_impl(const ::gpufft::filter_request& request,
                                                 int nthreads,
                                                 const std::string& device)
    : gr::block(
          name_of_filter<interface>(), samples_of<interface>(), samples_of<interface>()),
      d_decimation(static_cast<int>(request.decimation)),
      d_nthreads(nthreads),
      d_stream(request, device, this->d_logger, this->d_debug_logger),
      d_messages(this, this->d_logger, [this] { return status(); }),
      d_refusals(this->d_logger)
{
    this->set_relative_rate(1, static_cast<std::uint64_t>(d_decimation));
    d_stream.on_event([this](const auto& event, const auto& reason) {
        d_messages.publish(event, reason);
    });
    d_messages.on("taps", [this](const auto& value) {
        d_stream.set_taps(in_double(taps_in<tap>(value)));
    });
}

template <class interface, class tap>
void fft_filter_impl<interface, tap>::set_taps(const std::vector<tap>& taps)
{
    d_refusals.change("set_taps", [&] { d_stream.set_taps(in_double(taps)); });
}

template <class interface, class tap>
std::vector<tap> fft_filter_impl<interface, tap>::taps() const
{
    return in_single<tap>(d_stream.current_taps());
}

template <class interface, class tap>
void fft_filter_impl<interface, tap>::set_nthreads(int n)
{
    d_refusals.change("set_nthreads", [&] {
        check_threads(n);
        d_nthreads = n;
        d_stream.set_threads(n);
    });
}

// The scheduler sizes both our buffers right after this call, at twice the output
// multiple; start() puts that back to 1, and samples are then filtered as they arrive.
template <class interface, class tap>
bool fft_filter_impl<interface, tap>::check_topology(int, int)
{
    ::gpufft::expect_drivers();
    d_stream.follow_defaults();
    this->set_output_multiple(
        static_cast<int>(d_stream.outputs_of_a_call(this->max_output_buffer(0))));
    return true;
}

template <class interface, class tap>
bool fft_filter_impl<interface, tap>::start()
{
    d_refusals.begin();
    this->set_output_multiple(1);
    d_first_item = this->nitems_read(0);
    d_stream.start(*this->detail()->input(0));
    return true;
}

template <class interface, class tap>
bool fft_filter_impl<interface, tap>::stop()
{
    d_stream.stop();
    return true;
}

template <class interface, class tap>
void fft_filter_impl<interface, tap>::forecast(int, gr_vector_int& ninput_items_required)
{
    std::fill(ninput_items_required.begin(), ninput_items_required.end(), d_decimation);
}

template <class interface, class tap>
int fft_filter_impl<interface, tap>::general_work(int noutput_items,
                                                  gr_vector_int& ninput_items,
                                                  gr_vector_const_void_star& input_items,
                                                  gr_vector_void_star& output_items)
{
    const int outputs = std::min(noutput_items, ninput_items[0] / d_decimation);
    const auto first = this->nitems_read(0) - d_first_item;
    const int finished = d_stream.work(outputs, first, input_items[0], output_items[0]);
    if (finished > 0) {
        this->consume(0, finished * d_decimation);
        d_stream.has_consumed();
    }
    return finished;
}

template <class interface, class tap>
block_status fft_filter_impl<interface, tap>::status() const
{
    return { device_name(), plan_line(),     static_cast<std::size_t>(queue_depth()),
             gsps(),        this->dropped(), d_stream.buffers() };
}

template class fft_filter_impl<freq_xlating_fft_filter_ccc, gr_complex>;
template class fft_filter_impl<fft_filter_ccc, gr_complex>;
template class fft_filter_impl<fft_filter_ccf, float>;
template class fft_filter_impl<fft_filter_fff, float>;

} // namespace gpufft
} // namespace gr
