/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/channels/channel_arguments.h"
#include "blocks/channels/pfb_synthesizer_impl.h"
#include "blocks/scheduler/ring_memory.h"
#include "blocks/scheduler/thread_argument.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/own_process.h>
#include <algorithm>

namespace gr {
namespace gpufft {

namespace {

using ::gpufft::channel_sample;

template <class interface>
constexpr const char* name_of_synthesizer()
{
    return pfb_synthesizer_impl<interface>::HAS_VECTORS ? "pfb_synthesizer_vccf"
                                                        : "pfb_synthesizer_ccf";
}

template <class interface>
typename interface::sptr make_synthesizer_block(unsigned int numchans,
                                                const std::vector<float>& taps,
                                                bool twox,
                                                const std::vector<int>& map,
                                                int nthreads,
                                                const std::string& device)
{
    check_threads(nthreads);
    ::gpufft::synthesizer_request request;
    request.channels = numchans;
    request.is_doubled = twox;
    request.taps = widened(taps);
    validate(request);
    const auto points = static_cast<int>(::gpufft::synthesizer_shape(request).points);
    const auto wanted = all_channels_unless(map, points);
    check_channels_of(wanted, points);
    return gnuradio::make_block_sptr<pfb_synthesizer_impl<interface>>(
        request, wanted, nthreads, with_threads(device, nthreads));
}

} // namespace

pfb_synthesizer_ccf::sptr pfb_synthesizer_ccf::make(unsigned int numchans,
                                                    const std::vector<float>& taps,
                                                    bool twox,
                                                    int nthreads,
                                                    const std::string& device)
{
    return make_synthesizer_block<pfb_synthesizer_ccf>(
        numchans, taps, twox, {}, nthreads, device);
}

pfb_synthesizer_vccf::sptr pfb_synthesizer_vccf::make(unsigned int numchans,
                                                      const std::vector<float>& taps,
                                                      bool twox,
                                                      const std::vector<int>& channel_map,
                                                      int nthreads,
                                                      const std::string& device)
{
    return make_synthesizer_block<pfb_synthesizer_vccf>(
        numchans, taps, twox, channel_map, nthreads, device);
}

template <class interface>
pfb_synthesizer_impl<interface>::pfb_synthesizer_impl(
    const ::gpufft::synthesizer_request& request,
    const std::vector<int>& map,
    int nthreads,
    const std::string& device)
    : gr::block(name_of_synthesizer<interface>(),
                HAS_VECTORS ? ports_of(1, map.size()) : ports_of(map.size(), 1),
                ports_of(1, 1)),
      filter_bank_block<chain_block<interface>, synthesizer_stream>(
          request,
          map,
          static_cast<int>(::gpufft::synthesizer_shape(request).points),
          HAS_VECTORS ? map.size() : 0,
          nthreads,
          device),
      d_channels(static_cast<int>(request.channels))
{
    this->set_relative_rate(static_cast<std::uint64_t>(d_channels), 1);
}

template <class interface>
std::vector<std::vector<float>> pfb_synthesizer_impl<interface>::taps() const
{
    auto branches = branches_of(this->stream().current_taps(), d_channels);
    if (this->points() == d_channels)
        return branches;
    // As in-tree has them: odd taps filter one half of the points, even ones the other.
    auto others = branches;
    for (std::size_t i = 0; i < branches.size(); ++i)
        for (std::size_t k = 0; k < branches[i].size(); ++k)
            (k % 2 ? others : branches)[i][k] = 0;
    branches.insert(branches.end(), others.begin(), others.end());
    return branches;
}

// The scheduler sizes our buffers right after this call, at twice the output multiple;
// start() puts that back to a row's.
template <class interface>
bool pfb_synthesizer_impl<interface>::check_topology(int ninputs, int)
{
    if (!this->suits_streams(ninputs))
        return false;
    ::gpufft::expect_drivers();
    this->stream().follow_defaults();
    this->stream().connect(ninputs);
    this->set_output_multiple(d_channels * sizing_multiple(this->stream().rows_of_a_call(
                                               this->max_output_buffer(0))));
    return true;
}

template <class interface>
bool pfb_synthesizer_impl<interface>::start()
{
    this->refusals().begin();
    this->set_output_multiple(d_channels);
    this->stream().start(this->rings(), this->offered(1, 1, d_channels));
    const auto& ends = this->stream().ends();
    this->begin_tags(ends.is_resident() || ends.held_rows() > 0,
                     { 1, static_cast<std::size_t>(d_channels) });
    return true;
}

template <class interface>
bool pfb_synthesizer_impl<interface>::stop()
{
    this->stream().stop();
    this->end_tags();
    return true;
}

template <class interface>
void pfb_synthesizer_impl<interface>::forecast(int, gr_vector_int& ninput_items_required)
{
    std::fill(ninput_items_required.begin(),
              ninput_items_required.end(),
              static_cast<int>(1 + this->stream().ends().held_now()));
}

template <class interface>
int pfb_synthesizer_impl<interface>::general_work(int noutput_items,
                                                  gr_vector_int& ninput_items,
                                                  gr_vector_const_void_star& input_items,
                                                  gr_vector_void_star& output_items)
{
    const auto there = *std::min_element(ninput_items.begin(), ninput_items.end());
    chain_view shown;
    shown.in = static_cast<const char*>(input_items[0]);
    shown.rows = static_cast<std::size_t>(there);
    shown.out = static_cast<char*>(output_items[0]);
    shown.space = static_cast<std::size_t>(noutput_items / d_channels);
    if (shown.rows == 0 || shown.space == 0)
        return 0;
    synthesizer_stream::call c;
    for (const auto* each : input_items)
        c.in.push_back(static_cast<const channel_sample*>(each));
    const auto done = this->stream().work(c, shown);
    return this->account(done, this->stream().ends());
}

template class pfb_synthesizer_impl<pfb_synthesizer_ccf>;
template class pfb_synthesizer_impl<pfb_synthesizer_vccf>;

} // namespace gpufft
} // namespace gr
