/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/spectrum_base.h"
#include <gnuradio/gpufft/spectrum_b.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/gpufft/spectrum_f.h>
#include <gnuradio/gpufft/spectrum_s.h>
#include <gnuradio/io_signature.h>

namespace gr {
namespace gpufft {

namespace {

using ::gpufft::sample_kind;

struct item {
    const char* block; //!< that takes them
    int bytes;
};

item item_of(sample_kind k)
{
    switch (k) {
    case sample_kind::real_float:
        return { "spectrum_f", sizeof(float) };
    case sample_kind::complex_int16:
        return { "spectrum_s", sizeof(short) };
    case sample_kind::complex_int8:
    case sample_kind::complex_uint8:
        return { "spectrum_b", sizeof(char) };
    default:
        return { "spectrum_c", sizeof(gr_complex) };
    }
}

template <class interface>
class spectrum_impl final : public interface, public spectrum_base
{
public:
    spectrum_impl(const spectrum_settings& s, const std::string& device)
        : gr::block(item_of(s.samples).block,
                    gr::io_signature::make(1, 1, item_of(s.samples).bytes),
                    gr::io_signature::make(
                        1, 1, static_cast<int>(output_bins(s) * sizeof(float)))),
          spectrum_base(s, device)
    {
    }
};

//! The arguments that all of the blocks have, in their order.
spectrum_settings settings_of(sample_kind samples,
                              int length,
                              int hop,
                              const std::vector<float>& window,
                              double samp_rate,
                              const std::string& average,
                              int frames,
                              double seconds,
                              const std::string& output,
                              bool centered,
                              int bins,
                              double rate,
                              double max_latency_ms,
                              int taps_per_branch)
{
    spectrum_settings s;
    s.length = length;
    s.hop = hop;
    s.samples = samples;
    s.taps_per_branch = taps_per_branch;
    s.window = filled_window(window, length, taps_per_branch);
    s.samp_rate_hz = samp_rate;
    s.how = parse_average(average);
    s.frames = frames;
    s.seconds = seconds;
    s.unit = parse_unit(output);
    s.centered = centered;
    s.bins = bins;
    s.rate_hz = rate;
    s.max_latency_ms = max_latency_ms;
    validate(s);
    return s;
}

template <class block, class... arguments>
typename block::sptr
make_spectrum(sample_kind samples, const std::string& device, const arguments&... rest)
{
    return gnuradio::make_block_sptr<spectrum_impl<block>>(settings_of(samples, rest...),
                                                           device);
}

} // namespace

spectrum_c::sptr spectrum_c::make(int length,
                                  int hop,
                                  const std::vector<float>& window,
                                  double samp_rate,
                                  const std::string& average,
                                  int frames,
                                  double seconds,
                                  const std::string& output,
                                  bool centered,
                                  int bins,
                                  double rate,
                                  double max_latency_ms,
                                  const std::string& device,
                                  int taps_per_branch)
{
    return make_spectrum<spectrum_c>(sample_kind::complex_float,
                                     device,
                                     length,
                                     hop,
                                     window,
                                     samp_rate,
                                     average,
                                     frames,
                                     seconds,
                                     output,
                                     centered,
                                     bins,
                                     rate,
                                     max_latency_ms,
                                     taps_per_branch);
}

spectrum_s::sptr spectrum_s::make(int length,
                                  int hop,
                                  const std::vector<float>& window,
                                  double samp_rate,
                                  const std::string& average,
                                  int frames,
                                  double seconds,
                                  const std::string& output,
                                  bool centered,
                                  int bins,
                                  double rate,
                                  double max_latency_ms,
                                  const std::string& device,
                                  int taps_per_branch)
{
    return make_spectrum<spectrum_s>(sample_kind::complex_int16,
                                     device,
                                     length,
                                     hop,
                                     window,
                                     samp_rate,
                                     average,
                                     frames,
                                     seconds,
                                     output,
                                     centered,
                                     bins,
                                     rate,
                                     max_latency_ms,
                                     taps_per_branch);
}

spectrum_f::sptr spectrum_f::make(int length,
                                  int hop,
                                  const std::vector<float>& window,
                                  double samp_rate,
                                  const std::string& average,
                                  int frames,
                                  double seconds,
                                  const std::string& output,
                                  bool centered,
                                  int bins,
                                  double rate,
                                  double max_latency_ms,
                                  const std::string& device,
                                  int taps_per_branch)
{
    return make_spectrum<spectrum_f>(sample_kind::real_float,
                                     device,
                                     length,
                                     hop,
                                     window,
                                     samp_rate,
                                     average,
                                     frames,
                                     seconds,
                                     output,
                                     centered,
                                     bins,
                                     rate,
                                     max_latency_ms,
                                     taps_per_branch);
}

spectrum_b::sptr spectrum_b::make(int length,
                                  int hop,
                                  const std::vector<float>& window,
                                  double samp_rate,
                                  const std::string& average,
                                  int frames,
                                  double seconds,
                                  const std::string& output,
                                  bool centered,
                                  int bins,
                                  double rate,
                                  double max_latency_ms,
                                  const std::string& device,
                                  const std::string& sample_type,
                                  int taps_per_branch)
{
    return make_spectrum<spectrum_b>(parse_byte_samples(sample_type),
                                     device,
                                     length,
                                     hop,
                                     window,
                                     samp_rate,
                                     average,
                                     frames,
                                     seconds,
                                     output,
                                     centered,
                                     bins,
                                     rate,
                                     max_latency_ms,
                                     taps_per_branch);
}

} // namespace gpufft
} // namespace gr
