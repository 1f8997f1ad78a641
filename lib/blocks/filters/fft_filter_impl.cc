/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/filters/fft_filter_impl.h"
#include "blocks/scheduler/ring_memory.h"
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
constexpr bool IS_SHORT = std::is_same_v<interface, fft_filter_scc>;
template <class interface>
constexpr bool IS_BYTE = std::is_same_v<interface, fft_filter_bcc>;

//! Items of the input that a sample has: I and Q by turns, or itself.
template <class interface>
constexpr int ITEMS = IS_SHORT<interface> || IS_BYTE<interface> ? 2 : 1;

template <class interface>
constexpr const char* name_of_filter()
{
    if (IS_SHORT<interface>)
        return "fft_filter_scc";
    if (IS_BYTE<interface>)
        return "fft_filter_bcc";
    if (std::is_same_v<interface, freq_xlating_fft_filter_ccc>)
        return "freq_xlating_fft_filter_ccc";
    if (std::is_same_v<interface, fft_filter_ccc>)
        return "fft_filter_ccc";
    return std::is_same_v<interface, fft_filter_ccf> ? "fft_filter_ccf"
                                                     : "fft_filter_fff";
}

gr::io_signature::sptr port_of(std::size_t bytes)
{
    return gr::io_signature::make(1, 1, static_cast<int>(bytes));
}

template <class interface>
gr::io_signature::sptr input_of()
{
    if (IS_SHORT<interface>)
        return port_of(sizeof(std::int16_t));
    if (IS_BYTE<interface>)
        return port_of(sizeof(std::int8_t));
    return port_of(IS_FLOAT<interface> ? sizeof(float) : sizeof(gr_complex));
}

template <class interface>
gr::io_signature::sptr output_of()
{
    return port_of(IS_FLOAT<interface> ? sizeof(float) : sizeof(gr_complex));
}

::gpufft::sample_kind bytes_named(const std::string& sample_type)
{
    if (sample_type == "int8")
        return ::gpufft::sample_kind::complex_int8;
    if (sample_type == "uint8")
        return ::gpufft::sample_kind::complex_uint8;
    throw ::gpufft::plan_error(
        fmt::format("sample_type is \"int8\" or \"uint8\", got \"{}\"", sample_type));
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
typename interface::sptr
make_filter_block(int decimation,
                  const std::vector<tap>& taps,
                  int nthreads,
                  const std::string& device,
                  ::gpufft::sample_kind samples = ::gpufft::sample_kind::complex_float)
{
    check_threads(nthreads);
    ::gpufft::filter_request request;
    request.taps = in_double(taps);
    request.decimation = decimation;
    request.is_real = IS_FLOAT<interface>;
    request.samples = samples;
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

fft_filter_scc::sptr fft_filter_scc::make(int decimation,
                                          const std::vector<gr_complex>& taps,
                                          int nthreads,
                                          const std::string& device)
{
    return make_filter_block<fft_filter_scc>(
        decimation, taps, nthreads, device, ::gpufft::sample_kind::complex_int16);
}

fft_filter_bcc::sptr fft_filter_bcc::make(int decimation,
                                          const std::vector<gr_complex>& taps,
                                          int nthreads,
                                          const std::string& device,
                                          const std::string& sample_type)
{
    return make_filter_block<fft_filter_bcc>(
        decimation, taps, nthreads, device, bytes_named(sample_type));
}

template <class interface, class tap>
fft_filter_impl<interface, tap>::fft_filter_impl(const ::gpufft::filter_request& request,
                                                 int nthreads,
                                                 const std::string& device)
    : gr::block(
          name_of_filter<interface>(), input_of<interface>(), output_of<interface>()),
      d_decimation(static_cast<int>(request.decimation)),
      d_nthreads(nthreads),
      d_stream(request, device, this->d_logger, this->d_debug_logger),
      d_messages(this, this->d_logger, [this] { return status(); }),
      d_refusals(this->d_logger)
{
    this->set_relative_rate(1,
                            static_cast<std::uint64_t>(d_decimation) * ITEMS<interface>);
    if (ITEMS < interface >> 1)
        this->set_tag_propagation_policy(
            gr::block::TPP_DONT); // carry_tags_of_parts() does
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
        sizing_multiple(d_stream.outputs_of_a_call(this->max_output_buffer(0))));
    return true;
}

template <class interface, class tap>
bool fft_filter_impl<interface, tap>::start()
{
    d_refusals.begin();
    this->set_output_multiple(1);
    const chain_ends::row_items row{
        static_cast<std::size_t>(d_decimation) * ITEMS<interface>, 1
    };
    d_stream.start(*this->detail()->input(0), *this->detail()->output(0), row);
    this->begin_tags(d_stream.ends().is_resident(), row);
    return true;
}

template <class interface, class tap>
bool fft_filter_impl<interface, tap>::stop()
{
    d_stream.stop();
    this->end_tags();
    return true;
}

template <class interface, class tap>
void fft_filter_impl<interface, tap>::forecast(int, gr_vector_int& ninput_items_required)
{
    std::fill(ninput_items_required.begin(),
              ninput_items_required.end(),
              d_decimation * ITEMS<interface>);
}

//! Puts the tags of \p consumed items where the scheduler puts those of samples, whatever
//! part of a sample they are at.
template <class interface, class tap>
void fft_filter_impl<interface, tap>::carry_tags_of_parts(int consumed)
{
    std::vector<tag_t> tags;
    const auto first = this->nitems_read(0);
    this->get_tags_in_range(tags, 0, first, first + static_cast<std::uint64_t>(consumed));
    const auto decimation = static_cast<std::uint64_t>(d_decimation);
    for (auto& tag : tags) {
        const auto sample = tag.offset / ITEMS<interface>;
        tag.offset = (2 * sample + decimation) / (2 * decimation);
        this->add_item_tag(0, tag);
    }
}

template <class interface, class tap>
int fft_filter_impl<interface, tap>::general_work(int noutput_items,
                                                  gr_vector_int& ninput_items,
                                                  gr_vector_const_void_star& input_items,
                                                  gr_vector_void_star& output_items)
{
    const int items = d_decimation * ITEMS<interface>;
    chain_view shown;
    shown.in = static_cast<const char*>(input_items[0]);
    shown.rows = static_cast<std::size_t>(ninput_items[0] / items);
    shown.out = static_cast<char*>(output_items[0]);
    shown.space = static_cast<std::size_t>(noutput_items);
    if (shown.rows == 0 || shown.space == 0)
        return 0;
    const auto done = d_stream.work(shown);
    if (ITEMS < interface >> 1 && done.consumed)
        carry_tags_of_parts(static_cast<int>(done.consumed) * items);
    return this->account(done, d_stream.ends());
}

template <class interface, class tap>
block_status fft_filter_impl<interface, tap>::status() const
{
    return { device_name(), plan_line(),     static_cast<std::size_t>(queue_depth()),
             gsps(),        this->dropped(), d_stream.ends().text() };
}

template class fft_filter_impl<freq_xlating_fft_filter_ccc, gr_complex>;
template class fft_filter_impl<fft_filter_scc, gr_complex>;
template class fft_filter_impl<fft_filter_bcc, gr_complex>;
template class fft_filter_impl<fft_filter_ccc, gr_complex>;
template class fft_filter_impl<fft_filter_ccf, float>;
template class fft_filter_impl<fft_filter_fff, float>;

} // namespace gpufft
} // namespace gr
