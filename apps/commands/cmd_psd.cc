/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft psd: one averaged spectrum of a recording, as a table or a picture.
#include "apps/files/output_files.h"
#include "apps/files/picture_program.h"
#include "apps/files/whole_spectra.h"
#include "apps/options/options.h"
#include "apps/options/survey_options.h"
#include "recordings/files/mapped_file.h"
#include "recordings/files/recording_error.h"
#include "survey/run/survey_run.h"
#include "survey/store/recording_group.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <atomic>

namespace fs = boost::filesystem;

namespace gpufft::app {

namespace {

const char HELP_BEFORE[] = R"(usage: gpufft psd [options] RECORDING [-o PSD.csv|PSD.png]

Print the power spectrum of a whole recording: a line for each frequency, averaged over
all frames that were received at the same centre frequency. RECORDING is as for gpufft
process.

  -o, --output FILE        the table, in place of standard output; of a name that ends in
                           .png a picture of 1200 x 700 pixels, in decibels
)";

const char HELP_AFTER[] =
    R"(  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
  -h, --help               print this and exit
      --version            print the version and exit

Examples:
  gpufft psd capture.sigmf-meta -o psd.csv
  gpufft psd capture.sigmf-meta --statistics mean,max,min -o psd.png
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

//! The unit without decibels, which are no good for further averages.
spectrum_unit linear(spectrum_unit u)
{
    return is_per_hz(u) ? spectrum_unit::power_per_hz : spectrum_unit::power;
}

whole_spectra spectra_of(const std::string& input,
                         const survey_settings& asked,
                         const std::string& device)
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
    return whole_spectra(group, asked, r);
}

bool is_picture(const std::string& output)
{
    return fs::path(output).extension() == ".png";
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
    for (const auto each : asked.statistics)
        if (each == statistic::variance || each == statistic::kurtosis)
            throw usage_error(fmt::format("--statistics {}: mean, max and min are shown; "
                                          "gpufft process takes all",
                                          word_of(each)));
    if (!asked.percentiles.empty())
        throw usage_error(fmt::format("--statistics {}: mean, max and min are shown; "
                                      "gpufft process takes all",
                                      percentile_word(asked.percentiles[0])));
    if (given.rest()[0] == "-")
        throw usage_error("a pipe is read by gpufft process alone");
    guard_mappings();
    const auto output = given.text("output", "/dev/stdout");
    if (is_picture(output))
        check_picture(output);
    else
        check_folder_of(output);
    const auto spectra = spectra_of(given.rest()[0], asked, given.text("device", "auto"));
    if (is_picture(output))
        spectra.become_picture(output);
    write_whole_file(output, spectra.table());
    return DONE;
}

} // namespace gpufft::app
