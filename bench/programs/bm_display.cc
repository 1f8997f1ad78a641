/* SPDX-License-Identifier: GPL-3.0-or-later */
// Pictures a second of the block display, what its threads take, and whether each
// spectrum that was made has been counted.
#include "python/gpufft/bindings/flowgraph_ends.h"
#include <gnuradio/gpufft/display_c.h>
#include <gnuradio/top_block.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <boost/program_options.hpp>
#include <QApplication>
#include <QTimer>
#include <QWidget>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <exception>
#include <iostream>
#include <string>
#include <thread>

namespace po = boost::program_options;
using seconds = std::chrono::duration<double>;

namespace {

const char HELP[] = R"(usage: bm_display [options]

Show spectra in a window, and print a line: pictures a second, the processor time of the
window's thread and of the sink's in shares of a core, and how many of the spectra that
were made the display has counted. Noise that lies in the buffers is shown as it is again
and again, so that the source costs nothing but its pace. It ends with status 3 where a
spectrum was lost.

Without --samp-rate the source gives spectra, --rate a second. With it, it gives complex
samples at that rate, which spectrum_c makes --rate spectra a second of: all are used.
"kept" is the share of --samp-rate, or --rate, that the source could keep.

  QT_QPA_PLATFORM=offscreen bm_display ...      without a screen
  xvfb-run -s "-screen 0 1920x1080x24" bm_display --rate 7324
  bm_display --samp-rate 30e6 --rate 1000 --device opencl:0
  bm_display --samp-rate 1e9 --rate 1000 --device cuda:0

)";

struct asked_for {
    int bins, width, height;
    double rate, samp_rate, for_seconds;
    std::string panes, renderer, device;
    bool json, zooms;
};

//! Noise that lies in its buffer, so many items a second.
class paced_source : public gr::gpufft::noise_once_source
{
public:
    paced_source(std::size_t item_bytes, double items_per_second)
        : noise_once_source(item_bytes), d_rate(items_per_second)
    {
    }

    int work(int noutput_items,
             gr_vector_const_void_star& in,
             gr_vector_void_star& out) override
    {
        if (d_given == 0)
            d_begin = std::chrono::steady_clock::now();
        // GNU Radio lets a source that gives nothing wait for a quarter of a second.
        while (d_given > 0 && due() < 1)
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        // A source that was held up does not catch up with more than a tenth of a second.
        if (due() > d_rate / 10)
            d_given += due() - d_rate / 10;
        const auto count = static_cast<int>(std::min<double>(noutput_items, due()));
        const auto items = noise_once_source::work(std::max(count, 1), in, out);
        d_given += items;
        return items;
    }

private:
    //! Items that should have been given by now, and were not.
    double due() const
    {
        return seconds(std::chrono::steady_clock::now() - d_begin).count() * d_rate -
               d_given;
    }

    const double d_rate;
    double d_given = 0;
    std::chrono::steady_clock::time_point d_begin;
};

double thread_seconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

//! What has been counted at one moment.
struct counts {
    std::chrono::steady_clock::time_point when;
    std::uint64_t given, shown, pictures;
    double window_s, sink_s;
};

class measured_display
{
public:
    explicit measured_display(const asked_for& asked) : d_asked(asked)
    {
        const bool has_samples = asked.samp_rate > 0;
        const auto item_bytes =
            has_samples ? sizeof(gr_complex)
                        : sizeof(float) * static_cast<std::size_t>(asked.bins);
        d_source = gnuradio::make_block_sptr<paced_source>(
            item_bytes, has_samples ? asked.samp_rate : asked.rate);
        if (has_samples) {
            d_all = gr::gpufft::display_c::make(asked.samp_rate,
                                                100e6,
                                                asked.bins,
                                                {},
                                                asked.rate,
                                                asked.panes,
                                                "",
                                                1024,
                                                {},
                                                asked.renderer,
                                                asked.device,
                                                asked.zooms);
            d_display = d_all->shown_by();
            d_top->connect(d_source, 0, d_all, 0);
        } else {
            d_display = gr::gpufft::display::make(asked.bins,
                                                  30e6,
                                                  100e6,
                                                  "dbfs",
                                                  asked.rate,
                                                  asked.panes,
                                                  "",
                                                  false,
                                                  0,
                                                  256,
                                                  -120,
                                                  0,
                                                  asked.renderer);
            d_top->connect(d_source, 0, d_display, 0);
        }
        for (const auto* const trace : { "max", "average" })
            d_display->set_trace(trace, true);
        d_display->add_marker(100e6, false);
        d_display->set_range_db(-60, 20);
    }

    nlohmann::json run()
    {
        auto* const widget = d_display->qwidget();
        widget->resize(d_asked.width, d_asked.height);
        widget->show();
        d_top->start();
        counts from{}, to{};
        QTimer::singleShot(2000, [&] { from = now(); }); // when all is warm
        QTimer::singleShot(2000 + static_cast<int>(1000 * d_asked.for_seconds), [&] {
            to = now();
            QApplication::quit();
        });
        QApplication::exec();
        d_top->stop();
        d_top->wait();
        return line(from, to);
    }

private:
    counts now() const
    {
        return { std::chrono::steady_clock::now(),
                 d_source->nitems_written(0),
                 d_display->spectra(),
                 d_display->pictures(),
                 thread_seconds(),
                 d_display->busy_seconds() };
    }

    std::uint64_t spectra_made() const
    {
        return d_all ? d_all->spectra_by()->nitems_written(0)
                     : d_source->nitems_written(0);
    }

    nlohmann::json line(const counts& from, const counts& to) const
    {
        const auto passed = seconds(to.when - from.when).count();
        const auto per_second = [&](auto a, auto b) {
            return static_cast<double>(b - a) / passed;
        };
        const auto given = per_second(from.given, to.given);
        const auto asked = d_asked.samp_rate > 0 ? d_asked.samp_rate : d_asked.rate;
        return { { "bins", d_asked.bins },
                 { "panes", d_asked.panes },
                 { "width", d_asked.width },
                 { "height", d_asked.height },
                 { "samp_rate", d_asked.samp_rate },
                 { "rate", d_asked.rate },
                 { "device", d_all ? d_all->spectra_by()->device_name() : "" },
                 { "platform", QGuiApplication::platformName().toStdString() },
                 { "kept", given / asked },
                 { "pictures_per_s", per_second(from.pictures, to.pictures) },
                 { "window_share", (to.window_s - from.window_s) / passed },
                 { "sink_share", (to.sink_s - from.sink_s) / passed },
                 // At the end, when nothing is on its way any more.
                 { "spectra_made", spectra_made() },
                 { "spectra_shown", d_display->spectra() },
                 { "waiting", spectra_made() - d_display->nitems_read(0) },
                 { "lost", d_display->nitems_read(0) - d_display->spectra() } };
    }

    const asked_for d_asked;
    gr::top_block_sptr d_top = gr::make_top_block("bm_display");
    std::shared_ptr<paced_source> d_source;
    gr::gpufft::display_c::sptr d_all;
    gr::gpufft::display::sptr d_display;
};

void print(const nlohmann::json& line, bool is_json)
{
    if (is_json) {
        std::cout << line.dump() << std::endl;
        return;
    }
    std::cout << fmt::format(
                     "{} bins, {:.0f} spectra/s, {:.4g} S/s, {}: kept {:.3f}, {:.1f} "
                     "pictures/s, window {:.1f} %, sink {:.2f} % of a core, {} spectra "
                     "made, {} lost",
                     int(line["bins"]),
                     double(line["rate"]),
                     double(line["samp_rate"]),
                     std::string(line["device"]),
                     double(line["kept"]),
                     double(line["pictures_per_s"]),
                     100 * double(line["window_share"]),
                     100 * double(line["sink_share"]),
                     std::uint64_t(line["spectra_made"]),
                     std::int64_t(line["lost"]))
              << std::endl;
}

} // namespace

int main(int argc, char** argv)
{
    asked_for asked{};
    po::options_description options;
    const auto add = [&](const char* name, auto& to, auto otherwise, const char* help) {
        using type = std::decay_t<decltype(to)>;
        options.add_options()(
            name, po::value(&to)->default_value(static_cast<type>(otherwise)), help);
    };
    add("bins", asked.bins, 4096, "of a spectrum");
    add("rate", asked.rate, 1000, "spectra a second");
    add("samp-rate",
        asked.samp_rate,
        0,
        "complex samples a second; 0: spectra are given");
    add("seconds", asked.for_seconds, 10, "to measure for, 2 s after the start");
    add("width", asked.width, 1920, "of the window, in pixels");
    add("height", asked.height, 1080, "of the window, in pixels");
    add("panes", asked.panes, "spectrum,persistence,waterfall", "what is shown");
    add("renderer", asked.renderer, "auto", "auto, raster or opengl");
    add("device", asked.device, "auto", "of --samp-rate, as gpufft devices prints it");
    options.add_options()("zooms", po::bool_switch(&asked.zooms), "with zoom_c inside");
    options.add_options()("json", po::bool_switch(&asked.json), "print a line of JSON");
    options.add_options()("help", "print this");
    try {
        po::variables_map given;
        po::store(po::parse_command_line(argc, argv, options), given);
        po::notify(given);
        if (given.count("help")) {
            std::cout << HELP << options;
            return 0;
        }
        QApplication application(argc, argv);
        const auto line = measured_display(asked).run();
        print(line, asked.json);
        return std::int64_t(line["lost"]) == 0 ? 0 : 3;
    } catch (const std::exception& e) {
        std::cerr << "bm_display: " << e.what() << std::endl;
        return 1;
    }
}
