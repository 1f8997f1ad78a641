/* SPDX-License-Identifier: GPL-3.0-or-later */
// Filters, channelizers, synthesizers and spectra with a polyphase front end from memory
// of the host to memory of the host, page-locked where the device takes that, beside what
// the link to the device carries. All take turns with the link, and medians of ratios are
// printed: of what goes the busier way beside the link both ways, for spectra beside the
// link to the device. Calls are as long as those of blocks, and leave as much in flight.
// Usage: bm_streams DEVICE ROUNDS
#include "base/median.h"
#include "bench/programs/copy_rate.h"
#include "bench/programs/spent.h"
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "exec/channels/stream_channelizer.h"
#include "exec/filters/stream_filter.h"
#include "exec/frames/make/make_frames.h"
#include "exec/synthesizers/stream_synthesizer.h"
#include <fmt/format.h>
#include <boost/align/aligned_allocator.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <string>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using bytes =
    std::vector<unsigned char, boost::alignment::aligned_allocator<unsigned char, 4096>>;

constexpr double TURN_S = 0.15;
constexpr double LINK_S = 0.1;
constexpr int BRANCH_TAPS = 12;
constexpr std::int64_t FRAMES_OF_A_MEAN = 64;
// What the scheduler offers of a ring of 64 MiB (more where pieces are long), and as many
// of that as the memory of samples and outputs has, which stands for the ring.
constexpr std::size_t CALL_BYTES = std::size_t(32) << 20;
constexpr std::size_t CALLS = 4;
constexpr std::size_t SPECTRA_CALLS = 32;

//! Where a call of \p outputs outputs begins that would begin at \p at of the memory, in
//! which CALLS of them fit.
std::size_t place_behind(std::size_t at, std::size_t outputs)
{
    return at > (CALLS - 1) * outputs ? at - (CALLS - 1) * outputs : at;
}

//! Memory of the host for \p count bytes of noise, of whatever samples.
bytes noise(std::size_t count)
{
    bytes result(count);
    std::mt19937 random(1);
    std::uniform_real_distribution<float> any(-1, 1);
    auto* values = reinterpret_cast<float*>(result.data());
    for (std::size_t i = 0; i < count / sizeof(float); ++i)
        values[i] = any(random);
    return result;
}

//! Lowpass taps, of which \p channels bands have the width that they let through.
std::vector<double> lowpass(std::size_t count, double channels)
{
    std::vector<double> taps(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double x = static_cast<double>(i) - static_cast<double>(count - 1) / 2;
        taps[i] = x == 0 ? 1 / channels : std::sin(M_PI * x / channels) / (M_PI * x);
    }
    return taps;
}

//! What takes turns: samples that a call takes, and the bytes that go the busier way for
//! each.
struct contender {
    std::string name;
    std::function<std::size_t()> call;
    double bytes_a_sample = 0;
    bool goes_up_alone = false;
    std::vector<double> rates = {}, shares = {};

    void take(const copy_rates& link)
    {
        const spent begin;
        double done = 0;
        while (begin.seconds() < TURN_S)
            done += static_cast<double>(call());
        rates.push_back(done / begin.seconds());
        const auto& way = goes_up_alone ? link.up : link.each_way;
        shares.push_back(rates.back() * bytes_a_sample / way.median);
    }
};

contender filter(const std::string& device,
                 std::size_t taps,
                 sample_kind samples,
                 const std::string& kind)
{
    filter_request request;
    for (const auto tap : lowpass(taps, 4))
        request.taps.emplace_back(tap);
    request.samples = samples;
    const auto engine = std::make_shared<stream_filter>(
        request, device, effort::estimate, startup::compiled);
    const auto outputs =
        std::min(engine->outputs_of_a_call(),
                 std::max(CALL_BYTES / sizeof(std::complex<float>),
                          engine->executor().depth() * engine->piece_samples()));
    const auto in =
        std::make_shared<bytes>(noise(CALLS * outputs * sample_bytes(samples)));
    const auto out =
        std::make_shared<bytes>(CALLS * outputs * sizeof(std::complex<float>));
    engine->executor().locked().add(in->data(), in->size());
    engine->executor().locked().add(out->data(), out->size());
    const auto past = std::make_shared<filter_past>(sizeof(std::complex<float>));
    past->samples.keep(engine->past_to_keep());
    return { fmt::format("filter of {} taps, {}", taps, kind),
             [=, at = std::size_t(0)]() mutable {
                 const auto done =
                     engine->advance(in->data() + at * sample_bytes(samples),
                                     out->data() + at * sizeof(std::complex<float>),
                                     outputs,
                                     *past,
                                     outputs / engine->executor().depth());
                 at = place_behind(at + done, outputs);
                 return done;
             },
             double(sizeof(std::complex<float>)) };
}

contender channelizer(const std::string& device, std::int64_t channels, std::int64_t over)
{
    channelizer_request request;
    request.channels = channels;
    request.hop = channels / over;
    request.taps = lowpass(static_cast<std::size_t>(BRANCH_TAPS * channels),
                           static_cast<double>(channels));
    const auto engine = std::make_shared<stream_channelizer>(
        request, device, effort::estimate, startup::compiled);
    const auto hop = static_cast<std::size_t>(request.hop);
    const auto values = static_cast<std::size_t>(channels);
    const auto period = static_cast<std::size_t>(engine->shape().period());
    const auto outputs = std::min(engine->outputs_of_a_call(),
                                  CALL_BYTES / sizeof(channel_sample) / values) /
                         period * period;
    const auto in =
        std::make_shared<bytes>(noise(CALLS * outputs * hop * sizeof(channel_sample)));
    const auto out =
        std::make_shared<bytes>(CALLS * outputs * values * sizeof(channel_sample));
    engine->executor().locked().add(in->data(), in->size());
    engine->executor().locked().add(out->data(), out->size());
    const auto past = std::make_shared<past_samples>(sizeof(channel_sample));
    past->keep(engine->past_to_keep());
    std::vector<int> map(static_cast<std::size_t>(channels));
    std::iota(map.begin(), map.end(), 0);
    const auto order = std::make_shared<channel_order>(engine->shape(), map);
    return {
        fmt::format("channelizer of {}, by {}", channels, over),
        [=, at = std::size_t(0)]() mutable {
            channelizer_call call;
            call.in = { reinterpret_cast<const channel_sample*>(in->data()) + at * hop };
            call.out = { reinterpret_cast<channel_sample*>(out->data()) + at * values };
            call.has_vectors = true;
            call.outputs = outputs;
            const auto done = engine->advance(
                call, *order, *past, outputs / engine->executor().depth());
            at = place_behind(at + done, outputs);
            return done * hop;
        },
        double(sizeof(channel_sample)) * static_cast<double>(over)
    };
}

//! Vectors of all channels, whose samples come \p over times as fast as they are wide: as
//! many channels more lie between \p channels.
contender synthesizer(const std::string& device, std::int64_t channels, std::int64_t over)
{
    synthesizer_request request;
    request.channels = channels;
    request.is_doubled = over == 2;
    request.taps = lowpass(static_cast<std::size_t>(BRANCH_TAPS * channels),
                           static_cast<double>(channels));
    const auto engine = std::make_shared<stream_synthesizer>(
        request, device, effort::estimate, startup::compiled);
    const auto points = static_cast<std::size_t>(channels * over); // of a row
    const auto outputs = static_cast<std::size_t>(channels);
    const auto rows =
        std::min(engine->rows_of_a_call(), CALL_BYTES / sizeof(channel_sample) / points);
    const auto in =
        std::make_shared<bytes>(noise(CALLS * rows * points * sizeof(channel_sample)));
    const auto out =
        std::make_shared<bytes>(CALLS * rows * outputs * sizeof(channel_sample));
    engine->executor().locked().add(in->data(), in->size());
    engine->executor().locked().add(out->data(), out->size());
    const auto past = std::make_shared<synthesizer_past>(engine->shape());
    past->keep(engine->past_to_keep());
    const auto map = std::make_shared<std::vector<int>>(points);
    std::iota(map->begin(), map->end(), 0);
    return { fmt::format("synthesizer of {}, by {}", channels, over),
             [=, at = std::size_t(0)]() mutable {
                 synthesizer_call call;
                 call.in = { reinterpret_cast<const channel_sample*>(in->data()) +
                             at * points };
                 call.out = reinterpret_cast<channel_sample*>(out->data()) + at * outputs;
                 call.has_vectors = true;
                 call.rows = rows;
                 const auto done = engine->advance(
                     call, *map, *past, rows / engine->executor().depth());
                 at = place_behind(at + done, rows);
                 return done * points;
             },
             double(sizeof(channel_sample)) };
}

contender spectra(const std::string& device, std::int64_t length, int taps)
{
    spectrum_request request;
    request.length = request.hop = length;
    request.taps_per_branch = taps;
    const auto count = static_cast<std::size_t>(length * taps);
    const std::shared_ptr<frame_executor> engine =
        make_frames(request,
                    lowpass(count, static_cast<double>(length)),
                    average::mean,
                    device,
                    effort::estimate,
                    startup::compiled);
    const auto frames = std::min<std::size_t>(engine->max_frames(), (1 << 22) / length);
    const auto points = static_cast<std::size_t>(length);
    // Batches follow one another through memory that stands for the ring.
    const auto places = SPECTRA_CALLS * frames;
    const auto samples = (places - 1) * points + count;
    const auto in = std::make_shared<bytes>(noise(samples * sizeof(std::complex<float>)));
    const auto out = std::make_shared<std::vector<float>>(
        (frames / FRAMES_OF_A_MEAN + 2) * points * engine->depth());
    engine->locked().add(in->data(), in->size());
    engine->locked().add(out->data(), out->size() * sizeof(float));
    const auto schedule = std::make_shared<average_schedule>();
    average_schedule::settings averages;
    averages.frames = FRAMES_OF_A_MEAN;
    schedule->change(averages);
    return { fmt::format("spectra of {}, {} taps a branch", length, taps),
             [=, at = std::size_t(0)]() mutable {
                 while (engine->can_submit()) {
                     spectrum_batch b;
                     b.samples = in->data() + at * points * sizeof(std::complex<float>);
                     b.frames = frames;
                     b.follows = at > 0;
                     at = (at + frames) % places;
                     b.how = average::mean;
                     b.ends = schedule->advance(b.frames, &b.counts);
                     b.out = out->data();
                     engine->submit(b);
                 }
                 return engine->wait_oldest().frames * points;
             },
             double(sizeof(std::complex<float>)),
             true };
}

void report(const contender& each)
{
    fmt::print("{:<40} {:9.1f} MS/s {:6.3f} of the link {}\n",
               each.name,
               median(each.rates) / 1e6,
               median(each.shares),
               each.goes_up_alone ? "to the device" : "both ways");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        fmt::print(stderr, "usage: bm_streams DEVICE ROUNDS\n");
        return 1;
    }
    const std::string device = argv[1];
    const auto on = open_device(device);
    fmt::print("{} ({})\n", on->info().product, on->info().platform);
    std::vector<contender> all;
    for (const std::size_t taps : { 31, 255, 1023, 4095, 65535 })
        all.push_back(filter(device, taps, sample_kind::complex_float, "floats"));
    all.push_back(filter(device, 1023, sample_kind::complex_int16, "int16"));
    for (const std::int64_t channels : { 64, 1024 })
        for (const std::int64_t over : { 1, 2 })
            all.push_back(channelizer(device, channels, over));
    for (const std::int64_t channels : { 64, 1024 })
        for (const std::int64_t over : { 1, 2 })
            all.push_back(synthesizer(device, channels, over));
    for (const std::int64_t length : { 1024, 16384 })
        for (const int taps : { 1, 4, 12 })
            all.push_back(spectra(device, length, taps));
    std::vector<double> up, each_way;
    for (int round = 0; round <= std::stoi(argv[2]); ++round) {
        const auto link = measure_copy_rates(*on, LINK_S);
        up.push_back(link.up.median);
        each_way.push_back(link.each_way.median);
        for (auto& each : all) {
            each.take(link);
            if (round == 0) // warms up
                each.rates.clear(), each.shares.clear();
        }
    }
    fmt::print("link: {:.1f} GB/s to the device, {:.1f} GB/s each way at once\n",
               median(up) / 1e9,
               median(each_way) / 1e9);
    for (const auto& each : all)
        report(each);
}
