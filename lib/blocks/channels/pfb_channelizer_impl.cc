/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/channels/channel_arguments.h"
#include "blocks/channels/pfb_channelizer_impl.h"
#include "blocks/scheduler/ring_memory.h"
#include "blocks/scheduler/thread_argument.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/own_process.h>
#include <algorithm>
#include <numeric>

namespace gr {
namespace gpufft {

namespace {

using ::gpufft::channel_sample;

template <class interface>
constexpr const char* name_of_channelizer()
{
    return pfb_channelizer_impl<interface>::HAS_VECTORS ? "pfb_channelizer_vccf"
                                                        : "pfb_channelizer_ccf";
}

template <class interface>
typename interface::sptr make_channelizer_block(unsigned int numchans,
                                                const std::vector<float>& taps,
                                                float oversample_rate,
                                                const std::vector<int>& map,
                                                int nthreads,
                                                const std::string& device)
{
    check_threads(nthreads);
    ::gpufft::channelizer_request request;
    request.channels = numchans;
    request.hop = ::gpufft::hop_of(numchans, static_cast<double>(oversample_rate));
    request.taps = widened(taps);
    validate(request);
    const auto wanted = all_channels_unless(map, static_cast<int>(numchans));
    check_channels_of(wanted, static_cast<int>(numchans));
    return gnuradio::make_block_sptr<pfb_channelizer_impl<interface>>(
        request, wanted, nthreads, with_threads(device, nthreads));
}

} // namespace

pfb_channelizer_ccf::sptr pfb_channelizer_ccf::make(unsigned int numchans,
                                                    const std::vector<float>& taps,
                                                    float oversample_rate,
                                                    int nthreads,
                                                    const std::string& device)
{
    return make_channelizer_block<pfb_channelizer_ccf>(
        numchans, taps, oversample_rate, {}, nthreads, device);
}

pfb_channelizer_vccf::sptr pfb_channelizer_vccf::make(unsigned int numchans,
                                                      const std::vector<float>& taps,
                                                      float oversample_rate,
                                                      const std::vector<int>& channel_map,
                                                      int nthreads,
                                                      const std::string& device)
{
    return make_channelizer_block<pfb_channelizer_vccf>(
        numchans, taps, oversample_rate, channel_map, nthreads, device);
}

template <class interface>
pfb_channelizer_impl<interface>::pfb_channelizer_impl(
    const ::gpufft::channelizer_request& request,
    const std::vector<int>& map,
    int nthreads,
    const std::string& device)
    : gr::block(name_of_channelizer<interface>(),
                ports_of(HAS_VECTORS ? 1 : map.size(), 1),
                HAS_VECTORS ? ports_of(1, map.size()) : ports_of(map.size(), 1)),
      filter_bank_block<chain_block<interface>, channelizer_stream>(
          request,
          map,
          static_cast<int>(request.channels),
          HAS_VECTORS ? map.size() : 0,
          nthreads,
          device),
      d_hop(static_cast<int>(request.hop)),
      d_period(this->points() / std::gcd(this->points(), d_hop))
{
    this->set_tag_propagation_policy(gr::block::TPP_DONT); // carry_tags() does it
    this->set_relative_rate(1, static_cast<std::uint64_t>(d_hop));
}

template <class interface>
std::vector<std::vector<float>> pfb_channelizer_impl<interface>::taps() const
{
    return branches_of(this->stream().current_taps(), this->points());
}

// The scheduler sizes our buffers right after this call, at twice the output multiple;
// start() puts that back to a period.
template <class interface>
bool pfb_channelizer_impl<interface>::check_topology(int ninputs, int noutputs)
{
    if (ninputs != 1 && ninputs != this->points()) {
        this->d_logger->error("{} streams come in; connect the stream itself, or one for "
                              "each of {} channels",
                              ninputs,
                              this->points());
        return false;
    }
    if (!this->suits_streams(noutputs))
        return false;
    ::gpufft::expect_drivers();
    this->stream().follow_defaults();
    this->stream().connect(ninputs, noutputs);
    this->set_relative_rate(static_cast<std::uint64_t>(ninputs),
                            static_cast<std::uint64_t>(d_hop));
    const auto outputs = this->stream().outputs_of_a_call(this->max_output_buffer(0));
    const auto period = static_cast<std::size_t>(d_period);
    this->set_output_multiple(sizing_multiple(outputs / period) * d_period);
    return true;
}

template <class interface>
bool pfb_channelizer_impl<interface>::start()
{
    this->refusals().begin();
    this->set_output_multiple(d_period);
    const int inputs = this->detail()->ninputs();
    d_items = d_period * d_hop / inputs; // a period of hops is a multiple of the channels
    this->stream().start(this->rings(), this->offered(inputs, d_hop, 1));
    this->begin_tags(
        false, // carry_tags() does it
        { static_cast<std::size_t>(d_items), static_cast<std::size_t>(d_period) });
    return true;
}

template <class interface>
void pfb_channelizer_impl<interface>::forecast(int, gr_vector_int& ninput_items_required)
{
    const auto inputs = static_cast<int>(ninput_items_required.size());
    std::fill(ninput_items_required.begin(),
              ninput_items_required.end(),
              d_period * d_hop / inputs *
                  static_cast<int>(1 + this->stream().ends().held_now()));
}

//! Puts the tags of what is produced now where their outputs are.
template <class interface>
void pfb_channelizer_impl<interface>::carry_tags(const chain_progress& done)
{
    const auto inputs = static_cast<unsigned>(this->detail()->ninputs());
    const auto streams = static_cast<unsigned>(this->detail()->noutputs());
    std::vector<tag_t> tags;
    for (unsigned in = 0; in < inputs; ++in) {
        const auto items = static_cast<std::uint64_t>(d_items);
        const auto first = this->nitems_read(in) + done.ahead * items;
        this->get_tags_in_range(tags, in, first, first + done.produced * items);
        for (auto& tag : tags) {
            tag.offset = tag.offset * inputs / static_cast<std::uint64_t>(d_hop);
            for (unsigned out = 0; out < streams; ++out)
                if (inputs == 1 || out == in)
                    this->add_item_tag(out, tag);
        }
    }
}

template <class interface>
int pfb_channelizer_impl<interface>::general_work(int noutput_items,
                                                  gr_vector_int& ninput_items,
                                                  gr_vector_const_void_star& input_items,
                                                  gr_vector_void_star& output_items)
{
    const auto there = *std::min_element(ninput_items.begin(), ninput_items.end());
    chain_view shown;
    shown.in = static_cast<const char*>(input_items[0]);
    shown.rows = static_cast<std::size_t>(there / d_items);
    shown.out = static_cast<char*>(output_items[0]);
    shown.space = static_cast<std::size_t>(noutput_items / d_period);
    if (shown.rows == 0 || shown.space == 0)
        return 0;
    channelizer_stream::call c;
    for (const auto* each : input_items)
        c.in.push_back(static_cast<const channel_sample*>(each));
    for (auto* each : output_items)
        c.out.push_back(static_cast<channel_sample*>(each));
    const auto done = this->stream().work(c, shown);
    if (done.produced)
        carry_tags(done);
    return this->account(done, this->stream().ends());
}

template class pfb_channelizer_impl<pfb_channelizer_ccf>;
template class pfb_channelizer_impl<pfb_channelizer_vccf>;

} // namespace gpufft
} // namespace gr
