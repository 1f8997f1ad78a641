/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/frame_block.h"
#include <gnuradio/buffer_reader.h>
#include <gpufft/own_process.h>
#include <algorithm>
#include <exception>
#include <limits>

namespace gr {
namespace gpufft {

namespace {

bool has_two_items(::gpufft::sample_kind k)
{
    return !is_real(k) && k != ::gpufft::sample_kind::complex_float;
}

} // namespace

frame_block::frame_block(const spectrum_settings& s, const std::string& device)
    : d_items_per_sample(has_two_items(s.samples) ? 2 : 1),
      d_stream(s, device, d_logger, d_debug_logger),
      d_messages(this, d_logger, [this] { return status(); }),
      d_refusals(d_logger)
{
    set_tag_propagation_policy(TPP_DONT); // general_work() places them
    d_stream.on_event([this](const auto& event, const auto& reason) {
        d_messages.publish(event, reason);
    });
}

void frame_block::set(const spectrum_changes::edit& change)
{
    attempt([&] { changes().change(change); });
}

void frame_block::attempt(const std::function<void()>& action)
{
    try {
        action();
    } catch (const std::exception& e) {
        if (!d_refusals.log(e.what()))
            throw;
    }
}

block_status frame_block::status() const
{
    return { device_name(), plan_line(), static_cast<std::size_t>(queue_depth()),
             gsps(),        dropped(),   d_stream.buffers() };
}

// The scheduler sizes our buffers right after this call: the output for twice the output
// multiple, the input for twice what that many outputs take at the relative rate. So the
// two of that moment say what can be in flight; start() puts them back.
bool frame_block::check_topology(int, int)
{
    ::gpufft::expect_drivers();
    d_stream.follow_defaults();
    const auto room = d_stream.room_wanted(max_output_buffer(0));
    // The scheduler doubles them in an int.
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max()) / 4;
    const auto items = std::min(room.samples * d_items_per_sample, most);
    const auto multiple = std::min<std::uint64_t>(room.averages, most);
    set_output_multiple(static_cast<int>(multiple));
    set_relative_rate(1, std::max<std::uint64_t>(1, (items + multiple - 1) / multiple));
    return true;
}

bool frame_block::start()
{
    d_refusals.begin();
    set_output_multiple(1);
    set_relative_rate(1, 1);
    // Rewiring a running flowgraph keeps what the scheduler has of this block.
    const bool is_anew = d_last_run.lock() != detail();
    d_last_run = detail();
    d_first_item = d_shown_items = nitems_read(0);
    d_stream.start(*detail()->input(0), *detail()->output(0), is_anew);
    return true;
}

bool frame_block::stop()
{
    d_stream.stop();
    return true;
}

void frame_block::forecast(int, gr_vector_int& ninput_items_required)
{
    const auto samples = d_stream.samples_needed(nitems_read(0) / d_items_per_sample);
    constexpr std::size_t most = std::numeric_limits<int>::max();
    ninput_items_required[0] =
        static_cast<int>(std::min(samples * d_items_per_sample, most));
}

int frame_block::general_work(int noutput_items,
                              gr_vector_int& ninput_items,
                              gr_vector_const_void_star& input_items,
                              gr_vector_void_star& output_items)
{
    // A rewired flowgraph may begin at a Q.
    if (nitems_read(0) % d_items_per_sample != 0) {
        consume(0, 1);
        return 0;
    }
    spectrum_stream::view v;
    v.in = static_cast<const char*>(input_items[0]);
    v.first = nitems_read(0) / d_items_per_sample;
    v.first_item = nitems_read(0) - d_first_item;
    v.samples = ninput_items[0] / d_items_per_sample;
    v.out = static_cast<float*>(output_items[0]);
    v.space = noutput_items;
    v.tags = new_tags(v.first + v.samples);

    const auto done = d_stream.work(v);
    if (done.has_failed)
        return WORK_DONE;
    for (auto tag : done.tags) {
        tag.offset += nitems_written(0);
        add_item_tag(0, tag);
    }
    consume(0, static_cast<int>(done.samples * d_items_per_sample));
    d_stream.has_consumed();
    return static_cast<int>(done.averages);
}

//! Tags of the samples before \p samples_end that the stream has not seen.
std::vector<gr::tag_t> frame_block::new_tags(std::uint64_t samples_end)
{
    std::vector<gr::tag_t> tags;
    const auto end = samples_end * d_items_per_sample;
    if (end <= d_shown_items)
        return tags;
    get_tags_in_range(tags, 0, d_shown_items, end);
    d_shown_items = end;
    std::stable_sort(tags.begin(), tags.end(), gr::tag_t::offset_compare);
    for (auto& tag : tags)
        tag.offset /= d_items_per_sample;
    return tags;
}

} // namespace gpufft
} // namespace gr
