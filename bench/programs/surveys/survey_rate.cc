/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/programs/surveys/survey_rate.h"
#include "survey/run/survey_run.h"
#include <fcntl.h>
#include <unistd.h>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <atomic>
#include <fstream>
#include <random>
#include <stdexcept>

namespace fs = boost::filesystem;

namespace gpufft::testing {

void make_recording(const std::string& path, const std::string& format, double mebibytes)
{
    std::mt19937 random(1);
    std::string piece(std::size_t(1) << 20, '\0');
    if (format.find("f32") != std::string::npos) {
        std::uniform_real_distribution<float> level(-0.5F, 0.5F);
        for (std::size_t i = 0; i + sizeof(float) <= piece.size(); i += sizeof(float)) {
            const float value = level(random);
            std::copy_n(reinterpret_cast<const char*>(&value), sizeof(value), &piece[i]);
        }
    } else {
        for (char& byte : piece)
            byte = static_cast<char>(random());
    }
    std::ofstream file(path, std::ios::binary);
    for (double i = 0; i < mebibytes; ++i)
        file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (!file.flush())
        throw std::runtime_error("cannot write " + path);
}

double read_rate(const std::string& path)
{
    const spent begin;
    std::vector<char> piece(std::size_t(4) << 20);
    std::ifstream file(path, std::ios::binary);
    double bytes = 0;
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
           file.gcount() > 0)
        bytes += static_cast<double>(file.gcount());
    return bytes / begin.seconds();
}

void leave_cache(const std::string& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        throw std::runtime_error("cannot open " + path);
    ::fsync(file); // what is not on disk yet stays in the cache
    ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    ::close(file);
}

sample_rate run_survey_once(const survey_job& job)
{
    survey_request request;
    request.inputs = { job.file };
    request.out =
        (fs::path(job.folder) / fs::unique_path("bm_survey_%%%%%%%%.zarr")).string();
    request.devices = { job.device };
    auto& s = request.settings;
    s.length = job.length;
    s.hop = job.hop;
    s.seconds = job.row_seconds;
    take_statistics(s, boost::algorithm::join(job.statistics, ","));
    s.reading.format = job.format;
    s.reading.samp_rate_hz = 100e6;
    const std::atomic<bool> stops{ false };
    const spent begin;
    const auto outcome = run_survey(request, stops, [](const survey_progress&) {});
    const double cpu = begin.cpu_seconds();
    fs::remove_all(request.out);
    if (!outcome.problems.empty())
        throw std::runtime_error(outcome.problems[0].reason);
    const auto samples = static_cast<double>(outcome.end.samples_done);
    return { samples / outcome.end.seconds, cpu / samples };
}

} // namespace gpufft::testing
