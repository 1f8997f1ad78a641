/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft psd: one averaged spectrum of a recording, as a table.
#include "apps/files/output_files.h"
#include "apps/options/options.h"
#include "apps/options/survey_options.h"
#include "recordings/mapped_file.h"
#include "recordings/recording_error.h"
#include "survey/run/survey_run.h"
#include "survey/store/recording_group.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace fs = boost::filesystem;

namespace gpufft::app {

namespace {

const char HELP_BEFORE[] = R"(usage: gpufft psd [options] RECORDING [-o PSD.csv]

Print the power spectrum of a whole recording: a line for each frequency, averaged over
all frames that were received at the same centre frequency. RECORDING is as for gpufft
process.

  -o, --output FILE        the table, in place of standard output
)";

const char HELP_AFTER[] =
    R"(  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
  -h, --help               print this and exit
      --version            print the version and exit

Examples:
  gpufft psd capture.sigmf-meta -o psd.csv
  gpufft psd adsb.cu8 --samp-rate 2M --center 1090M --statistics mean,max --length 1024

Exit status: 0 done, 1 bad arguments or recording, 2 device failed.
)";

//! A folder for the survey of which the table is made, which goes with this.
class temporary_folder
{
public:
    temporary_folder()
        : d_path(fs::temp_directory_path() / fs::unique_path("gpufft-psd-%%%%%%%%%%%%"))
    {
    }
    ~temporary_folder()
    {
        boost::system::error_code ignored;
        fs::remove_all(d_path, ignored);
    }
    std::string path() const { return d_path.string(); }

private:
    fs::path d_path;
};

//! Powers of all rows of one centre frequency, bin by bin.
struct centre_sum {
    double frames = 0;
    std::vector<std::vector<double>> powers; //!< of each statistic
};

//! Adds a row's powers \p of a statistic \p how.
void add(std::vector<double>& to, const float* of, statistic how, double frames)
{
    for (std::size_t bin = 0; bin < to.size(); ++bin) {
        const double power = of[bin];
        if (how == statistic::mean)
            to[bin] += frames * power;
        else if (how == statistic::highest)
            to[bin] = std::max(to[bin], power);
        else
            to[bin] = std::min(to[bin], power);
    }
}

double before_any(statistic how)
{
    return how == statistic::lowest ? std::numeric_limits<double>::infinity() : 0;
}

std::map<double, centre_sum> sums_of(const recording_group& g, const survey_settings& s)
{
    std::map<double, centre_sum> sums;
    for (std::int64_t chunk = 0; chunk < g.chunks(); ++chunk) {
        for (std::size_t i = 0; i < s.statistics.size(); ++i) {
            const auto bytes = g.read_chunk(i, chunk);
            const auto* values = reinterpret_cast<const float*>(bytes.data());
            for (std::int64_t row = 0; row < g.rows_in(chunk); ++row) {
                const auto r = g.rows().at(chunk * g.chunk_rows() + row);
                auto& sum = sums[g.rows().segment_of(r).centre_hz.value_or(0)];
                sum.powers.resize(s.statistics.size());
                if (sum.powers[i].empty())
                    sum.powers[i].assign(static_cast<std::size_t>(g.bins()),
                                         before_any(s.statistics[i]));
                const auto frames = static_cast<double>(r.frames);
                add(sum.powers[i], values + row * g.bins(), s.statistics[i], frames);
                sum.frames += i == 0 ? frames : 0;
            }
        }
    }
    return sums;
}

//! A line for each frequency: levels as asked for, whatever unit the rows have.
std::string table_of(const std::map<double, centre_sum>& sums,
                     const survey_settings& asked,
                     bool is_complex,
                     double samp_rate_hz)
{
    std::string text = "frequency_hz";
    for (const auto each : asked.statistics)
        text += fmt::format(",{} ({})", word_of(each), asked.unit_text());
    text += "\n";
    const auto dc = is_complex ? asked.length / 2 : 0;
    for (const auto& [centre, sum] : sums) {
        for (std::size_t bin = 0; bin < sum.powers[0].size(); ++bin) {
            const double offset =
                static_cast<double>(static_cast<std::int64_t>(bin) - dc) * samp_rate_hz /
                static_cast<double>(asked.length);
            text += fmt::format("{}", (is_complex ? centre : 0) + offset);
            for (std::size_t i = 0; i < sum.powers.size(); ++i) {
                const bool is_mean = asked.statistics[i] == statistic::mean;
                const double power = sum.powers[i][bin] / (is_mean ? sum.frames : 1);
                text += fmt::format(",{:.8g}",
                                    is_in_decibels(asked.unit) ? 10 * std::log10(power)
                                                               : power);
            }
            text += "\n";
        }
    }
    return text;
}

//! The unit without decibels, which are no good for further averages.
spectrum_unit linear(spectrum_unit u)
{
    return is_per_hz(u) ? spectrum_unit::power_per_hz : spectrum_unit::power;
}

std::string
psd_of(const std::string& input, const survey_settings& asked, const std::string& device)
{
    const temporary_folder folder;
    survey_request request;
    request.inputs = { input };
    request.out = folder.path();
    request.settings = asked;
    request.settings.unit = linear(asked.unit);
    request.settings.frames = std::int64_t(1) << 50; // a row a segment
    request.settings.compressor = compression::none;
    request.settings.reading.channel = asked.reading.channel.value_or(0);
    request.devices = { device };
    const auto recordings = open_recordings(input, request.settings.reading);
    if (recordings.size() != 1)
        refuse_recording("{}: holds {} recordings; gpufft process takes several",
                         input,
                         recordings.size());
    const std::atomic<bool> stops{ false };
    const auto outcome = run_survey(request, stops, [](const survey_progress&) {});
    if (!outcome.problems.empty())
        throw recording_error(outcome.problems[0].reason);
    const auto& r = recordings[0];
    const recording_group group(folder.path(), r, r.chosen.at(0), request.settings);
    return table_of(sums_of(group, asked), asked, r.is_complex, r.samp_rate_hz);
}

} // namespace

int cmd_psd(const arguments& args)
{
    std::vector<option> known = { { "output,o", true }, { "device,d", true } };
    known.insert(known.end(), AVERAGE_OPTIONS.begin(), AVERAGE_OPTIONS.end());
    known.insert(known.end(), READING_OPTIONS.begin(), READING_OPTIONS.end());
    const options given(args, known);
    const auto help = std::string(HELP_BEFORE) + AVERAGE_HELP + READING_HELP + HELP_AFTER;
    if (given.answer(help.c_str()))
        return DONE;
    if (given.rest().size() != 1)
        throw usage_error(
            fmt::format("one RECORDING is needed, got {}", given.rest().size()));
    const auto asked = parse_survey_settings(given);
    if (given.rest()[0] == "-")
        throw usage_error("a pipe is read by gpufft process alone");
    guard_mappings();
    const auto output = given.text("output", "/dev/stdout");
    check_folder_of(output);
    write_whole_file(output,
                     psd_of(given.rest()[0], asked, given.text("device", "auto")));
    return DONE;
}

} // namespace gpufft::app
