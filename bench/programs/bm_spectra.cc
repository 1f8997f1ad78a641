/* SPDX-License-Identifier: GPL-3.0-or-later */
// Samples a second of spectra on a CPU device, beside those of the FFT alone: means of 64
// frames and a spectrum for each frame, in decibels, and a histogram of 256 levels. From
// memory of the host to memory of the host, as blocks do it, in turns. The processor's
// time is told as well: what else the machine does changes that less than the rate.
// Usage: bm_spectra DEVICE ROUNDS LENGTH..., e.g. bm_spectra auto 9 64 1024 16384
#include "base/median.h"
#include "bench/programs/spent.h"
#include "device/interface/registry.h"
#include "exec/frames/make/make_frames.h"
#include "exec/rows/stream_executor.h"
#include <fmt/format.h>
#include <boost/align/aligned_allocator.hpp>
#include <algorithm>
#include <functional>
#include <random>
#include <string>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using samples = std::vector<float, boost::alignment::aligned_allocator<float, 4096>>;

constexpr std::size_t RING_SAMPLES = std::size_t(1) << 20;
constexpr double TURN_S = 0.05;
constexpr std::int64_t HISTOGRAM_SAMPLES = 40'000'000;

samples noise()
{
    samples result(2 * RING_SAMPLES);
    std::mt19937 random(1);
    std::uniform_real_distribution<float> any(-1, 1);
    for (auto& value : result)
        value = any(random);
    return result;
}

//! What is timed in turn with others: samples of a submission, and how to make one.
struct contender {
    std::string name;
    std::function<std::size_t()> step;
    std::vector<double> rates = {}, cpu_rates = {};

    void take()
    {
        const spent begin;
        double done = 0;
        while (begin.seconds() < TURN_S)
            done += static_cast<double>(step());
        rates.push_back(done / begin.seconds());
        cpu_rates.push_back(done / begin.cpu_seconds());
    }
};

class bench
{
public:
    bench(const std::string& device, std::int64_t length)
        : d_device(device),
          d_length(length),
          d_points(static_cast<std::size_t>(length)),
          d_out(std::max<std::size_t>(4 * RING_SAMPLES,
                                      256 * static_cast<std::size_t>(length)))
    {
    }

    void run(int rounds)
    {
        add_fft();
        add_spectra("means of 64, dB", 64, true);
        add_spectra("means of 64", 64, false);
        add_spectra("each frame, dB", 1, true);
        add_histogram();
        for (auto& each : d_all)
            each.take(); // warms up
        for (auto& each : d_all)
            each.rates.clear(), each.cpu_rates.clear();
        for (int round = 0; round < rounds; ++round)
            for (auto& each : d_all)
                each.take();
        report();
    }

private:
    void add_fft()
    {
        transform request(d_length);
        auto engine = std::make_shared<stream_executor>(request, d_device);
        const auto rows =
            std::clamp<std::size_t>(RING_SAMPLES / 8 / d_points, 1, engine->max_rows());
        d_all.push_back({ "fft", [=] {
                             while (engine->can_submit())
                                 engine->submit(
                                     next(rows * d_points), d_out.data(), rows);
                             return engine->wait_oldest() * d_points;
                         } });
    }

    void add_frames(const std::string& name,
                    std::shared_ptr<frame_executor> engine,
                    const average_schedule::settings& averages,
                    const spectrum_output& output)
    {
        auto schedule = std::make_shared<average_schedule>();
        schedule->change(averages);
        engine->wait_for_kernels();
        const auto frames = frames_of(*engine);
        d_all.push_back({ name, [=] {
                             while (engine->can_submit()) {
                                 spectrum_batch b;
                                 b.frames = frames;
                                 b.samples = next(b.frames * d_points);
                                 b.how = averages.how;
                                 b.output = output;
                                 b.ends = schedule->advance(b.frames, &b.counts);
                                 b.out = d_out.data();
                                 engine->submit(b);
                             }
                             return engine->wait_oldest().frames * d_points;
                         } });
    }

    std::size_t frames_of(const frame_executor& engine) const
    {
        return std::clamp<std::size_t>(
            RING_SAMPLES / 4 / d_points, 1, engine.max_frames());
    }

    window_taps taps() const { return std::vector<double>(d_points, 0.5); }

    void add_spectra(const std::string& name, std::int64_t each, bool decibels)
    {
        spectrum_request request;
        request.length = request.hop = d_length;
        if (each == 1)
            request.single_frames_centered = true;
        average_schedule::settings averages;
        averages.frames = each;
        spectrum_output output;
        output.decibels = decibels;
        output.centered = true;
        add_frames(name,
                   make_frames(request,
                               taps(),
                               average::mean,
                               d_device,
                               effort::estimate,
                               startup::compiled),
                   averages,
                   output);
    }

    void add_histogram()
    {
        persistence_request request;
        request.length = request.hop = d_length;
        const auto engine =
            make_frames(request, taps(), d_device, effort::estimate, startup::compiled);
        // 25 a second at 10^9 samples a second, each of whole submissions.
        const auto frames = static_cast<std::int64_t>(frames_of(*engine));
        average_schedule::settings averages;
        averages.frames =
            frames * std::max<std::int64_t>(1, HISTOGRAM_SAMPLES / (frames * d_length));
        spectrum_output output;
        output.fade = 0.999;
        add_frames("histogram", engine, averages, output);
    }

    const float* next(std::size_t count)
    {
        if (d_at + count > RING_SAMPLES)
            d_at = 0;
        const auto* taken = d_in.data() + 2 * d_at;
        d_at += count;
        return taken;
    }

    void report() const
    {
        const auto& fft = d_all.front();
        for (const auto& each : d_all) {
            std::vector<double> shares, cpu_shares;
            for (std::size_t i = 0; i < each.rates.size(); ++i) {
                shares.push_back(each.rates[i] / fft.rates[i]);
                cpu_shares.push_back(each.cpu_rates[i] / fft.cpu_rates[i]);
            }
            fmt::print("{:>7} {:>16} {:8.1f} MS/s {:6.2f} of fft; {:8.1f} MS a second of "
                       "processors {:6.2f}\n",
                       d_length,
                       each.name,
                       median(each.rates) / 1e6,
                       median(shares),
                       median(each.cpu_rates) / 1e6,
                       median(cpu_shares));
        }
        std::fflush(stdout);
    }

    std::string d_device;
    std::int64_t d_length;
    std::size_t d_points;
    samples d_in = noise();
    std::size_t d_at = 0;
    samples d_out;
    std::vector<contender> d_all;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc < 4) {
        fmt::print(stderr, "usage: bm_spectra DEVICE ROUNDS LENGTH...\n");
        return 1;
    }
    const auto on = open_device(argv[1]);
    fmt::print("{} ({})\n", on->info().product, on->info().platform);
    for (int i = 3; i < argc; ++i)
        bench(argv[1], std::stoll(argv[i])).run(std::stoi(argv[2]));
}
