/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/filters/freq_xlating_fft_filter_impl.h"
#include "blocks/messages/message_values.h"
#include "blocks/scheduler/thread_argument.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cmath>

namespace gr {
namespace gpufft {

namespace {

const pmt::pmt_t FREQ_PORT = pmt::mp("freq");

//! Turns a sample. \throws plan_error  there is no such frequency
double turns_of(double center_freq, double sampling_freq)
{
    if (!std::isfinite(center_freq))
        throw ::gpufft::plan_error(fmt::format(
            "center_freq must be a finite number of hertz, got {}", center_freq));
    return center_freq / sampling_freq;
}

} // namespace

freq_xlating_fft_filter_ccc::sptr
freq_xlating_fft_filter_ccc::make(int decimation,
                                  const std::vector<gr_complex>& taps,
                                  double center_freq,
                                  double sampling_freq,
                                  int nthreads,
                                  const std::string& device)
{
    check_threads(nthreads);
    if (!(std::isfinite(sampling_freq) && sampling_freq > 0))
        throw ::gpufft::plan_error(
            fmt::format("sampling_freq must be above 0 Hz, got {}", sampling_freq));
    ::gpufft::filter_request request;
    request.taps.assign(taps.begin(), taps.end());
    request.decimation = decimation;
    request.is_mixed = true;
    request.center = turns_of(center_freq, sampling_freq);
    validate(request);
    return gnuradio::make_block_sptr<freq_xlating_fft_filter_impl>(
        request, center_freq, sampling_freq, nthreads, with_threads(device, nthreads));
}

freq_xlating_fft_filter_impl::freq_xlating_fft_filter_impl(
    const ::gpufft::filter_request& request,
    double center_freq,
    double sampling_freq,
    int nthreads,
    const std::string& device)
    : gr::block("freq_xlating_fft_filter_ccc",
                gr::io_signature::make(1, 1, sizeof(gr_complex)),
                gr::io_signature::make(1, 1, sizeof(gr_complex))),
      fft_filter_impl(request, nthreads, device),
      d_center_freq(center_freq),
      d_sampling_freq(sampling_freq)
{
    messages().on("center_freq", [this](const auto& value) { tune(number_of(value)); });
    message_port_register_in(FREQ_PORT);
    set_msg_handler(FREQ_PORT, [this](const auto& message) { take_message(message); });
}

void freq_xlating_fft_filter_impl::tune(double center_freq)
{
    stream().set_center(turns_of(center_freq, d_sampling_freq));
    d_center_freq = center_freq;
}

void freq_xlating_fft_filter_impl::set_center_freq(double center_freq)
{
    refusals().change("set_center_freq", [&] { tune(center_freq); });
}

// As freq_xlating_fir_filter_ccc has it: a pair or a dictionary with "freq".
void freq_xlating_fft_filter_impl::take_message(const pmt::pmt_t& message)
{
    auto value = message;
    if (pmt::is_dict(message) && pmt::dict_has_key(message, FREQ_PORT))
        value = pmt::dict_ref(message, FREQ_PORT, pmt::PMT_NIL);
    else if (pmt::is_pair(message))
        value = pmt::cdr(message);
    try {
        tune(number_of(value));
    } catch (const std::exception& e) {
        d_logger->warn("port freq: {}; nothing has changed", e.what());
    }
}

} // namespace gpufft
} // namespace gr
