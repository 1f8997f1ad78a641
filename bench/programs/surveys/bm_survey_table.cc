/* SPDX-License-Identifier: GPL-3.0-or-later */
// What `gpufft process` reaches on a machine, row by row: samples to averaged spectra out
// of the system's cache beside what the link to the device carries, and from disk beside
// reading alone; four products and percentiles beside one; memory; several processes.
#include "bench/programs/copy_rate.h"
#include "bench/programs/median_rate.h"
#include "bench/programs/surveys/survey_rate.h"
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <boost/program_options.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace po = boost::program_options;
namespace fs = boost::filesystem;

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct asked {
    std::string device, folder, disk;
    std::vector<std::string> formats;
    std::vector<std::int64_t> lengths;
    std::string program;
    std::vector<std::string> rows;
    std::vector<std::string> worker_devices;
    std::vector<int> workers;
    bool has(const std::string& row) const
    {
        return std::find(rows.begin(), rows.end(), row) != rows.end();
    }
    double mebibytes = 0;
    int rounds = 0, files = 0, distinct = 0;
};

std::size_t bytes_of(const std::string& format)
{
    return format.find("f32") != std::string::npos  ? 8
           : format.find("16") != std::string::npos ? 4
                                                    : 2;
}

//! A recording that is there as long as this.
class recording_file
{
public:
    recording_file(const std::string& folder, const std::string& format, double mebibytes)
        : d_path((fs::path(folder) / fs::unique_path("bm_survey_%%%%%%%%.raw")).string())
    {
        make_recording(d_path, format, mebibytes);
    }
    ~recording_file() { ::unlink(d_path.c_str()); }
    recording_file(const recording_file&) = delete;
    recording_file& operator=(const recording_file&) = delete;
    const std::string& path() const { return d_path; }

private:
    std::string d_path;
};

survey_job job_of(const asked& a, const std::string& format, const std::string& file)
{
    survey_job job;
    job.device = a.device;
    job.format = format;
    job.file = file;
    job.folder = a.folder;
    return job;
}

//! In rounds, each job after the other, so that what else a machine does meets all.
void report(const asked& a, const std::vector<std::pair<std::string, survey_job>>& rows)
{
    std::vector<std::vector<double>> rates(rows.size()), cpu(rows.size());
    for (int round = 0; round <= a.rounds; ++round)
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto one = run_survey_once(rows[i].second);
            if (round == 0)
                continue; // compiles, and has the system hold the file
            rates[i].push_back(one.samples_per_s);
            cpu[i].push_back(1e9 * one.cpu_s_per_sample);
        }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto found = rate_of(rates[i]);
        const double bytes =
            found.median * static_cast<double>(bytes_of(rows[i].second.format));
        fmt::print("{:<44} {:>9.0f} ({:.0f} to {:.0f}) MS/s {:>7.2f} GB/s {:>7.2f} ns "
                   "CPU a sample\n",
                   rows[i].first,
                   found.median / 1e6,
                   found.lowest / 1e6,
                   found.highest / 1e6,
                   bytes / 1e9,
                   rate_of(cpu[i]).median);
    }
    std::fflush(stdout);
}

void report_formats(const asked& a)
{
    for (const auto& format : a.formats) {
        const recording_file file(a.folder, format, a.mebibytes);
        read_rate(file.path());
        fmt::print("{} of {} MiB; read() by one thread: {:.1f} GB/s\n",
                   format,
                   a.mebibytes,
                   read_rate(file.path()) / 1e9);
        std::vector<std::pair<std::string, survey_job>> rows;
        for (const auto length : a.lengths)
            for (const auto hop : { length, length / 2 }) {
                auto job = job_of(a, format, file.path());
                job.length = length;
                job.hop = hop;
                rows.emplace_back(fmt::format("{} length {} hop {}", format, length, hop),
                                  job);
            }
        report(a, rows);
    }
}

void report_products(const asked& a)
{
    const recording_file file(a.folder, a.formats[0], a.mebibytes);
    const std::vector<std::vector<std::string>> products = {
        { "mean" },
        { "mean", "max", "min", "variance" },
        { "mean", "p50" },
        { "mean", "p10", "p50", "p90" },
    };
    std::vector<std::pair<std::string, survey_job>> rows;
    for (const double seconds : { 0.1, 0.3 })
        for (const auto& each : products) {
            auto job = job_of(a, a.formats[0], file.path());
            job.statistics = each;
            job.row_seconds = seconds;
            rows.emplace_back(
                fmt::format("{}, rows of {} s", fmt::join(each, ","), seconds), job);
        }
    report(a, rows);
}

void report_disk(const asked& a)
{
    const recording_file file(a.disk, a.formats[0], a.mebibytes);
    std::vector<double> alone, survey;
    for (int round = 0; round < a.rounds; ++round) {
        leave_cache(file.path());
        alone.push_back(read_rate(file.path()));
        leave_cache(file.path());
        auto job = job_of(a, a.formats[0], file.path());
        survey.push_back(run_survey_once(job).samples_per_s *
                         static_cast<double>(bytes_of(a.formats[0])));
    }
    fmt::print("from disk: read() alone {:.2f} GB/s, survey {:.2f} GB/s: {:.2f} of it\n",
               rate_of(alone).median / 1e9,
               rate_of(survey).median / 1e9,
               rate_of(survey).median / rate_of(alone).median);
    std::fflush(stdout);
}

//! "VmHWM", "RssFile": MiB, of this process.
double memory_of(const std::string& name)
{
    std::ifstream status("/proc/self/status");
    std::string word;
    double kib = 0;
    while (status >> word)
        if (word == name + ":")
            status >> kib;
    return kib / 1024;
}

//! So many processes at once, each of its command and on one of \p shares shares of the
//! cores. \return seconds until the last has ended
double seconds_of(const std::vector<std::vector<std::string>>& commands, int shares)
{
    const int processes = static_cast<int>(commands.size());
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int each = std::max(1, cores / shares);
    const spent begin;
    std::vector<pid_t> children;
    for (int i = 0; i < processes; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            cpu_set_t own;
            CPU_ZERO(&own);
            for (int core = 0; core < each; ++core)
                CPU_SET(static_cast<std::size_t>((i * each + core) % cores), &own);
            ::sched_setaffinity(0, sizeof(own), &own);
            const int nowhere = ::open("/dev/null", O_WRONLY);
            ::dup2(nowhere, STDOUT_FILENO);
            ::dup2(nowhere, STDERR_FILENO);
            std::vector<char*> words;
            for (const auto& word : commands[static_cast<std::size_t>(i)])
                words.push_back(const_cast<char*>(word.c_str()));
            words.push_back(nullptr);
            ::execv(words[0], words.data());
            ::_exit(127);
        }
        children.push_back(child);
    }
    bool are_well = true;
    for (const auto child : children) {
        int status = 0;
        are_well = ::waitpid(child, &status, 0) == child && status == 0 && are_well;
    }
    if (!are_well)
        throw std::runtime_error("a process of " + commands[0][0] + " failed");
    return begin.seconds();
}

//! Recordings, from a half to three halves of the mean long, some of which are others by
//! further names: more than memory holds.
void make_recordings(const asked& a, const fs::path& folder)
{
    const int distinct = a.distinct > 0 ? std::min(a.distinct, a.files) : a.files;
    const auto name = [&](int i) {
        return (folder / fmt::format("{:03}.raw", i)).string();
    };
    for (int i = 0; i < a.files; ++i)
        if (i < distinct)
            make_recording(name(i),
                           a.formats[0],
                           std::max(1.0,
                                    a.mebibytes / a.files *
                                        (0.5 + i / std::max(1.0, distinct - 1.0))));
        else
            fs::create_hard_link(name(i % distinct), name(i));
}

std::string device_of(const asked& a, int process)
{
    const auto& each = a.worker_devices;
    return each.empty() ? a.device
                        : each[static_cast<std::size_t>(process) % each.size()];
}

//! Several processes with a share of the cores each, beside one with such a share.
void report_workers(const asked& a)
{
    const auto folder = fs::path(a.folder) / fs::unique_path("bm_survey_%%%%%%%%");
    fs::create_directories(folder);
    make_recordings(a, folder);
    const auto run = [&](int processes, int shares) {
        const auto out = folder.string() + ".zarr";
        std::vector<std::vector<std::string>> commands;
        for (int i = 0; i < processes; ++i)
            commands.push_back({ a.program,
                                 "process",
                                 (folder / "*.raw").string(),
                                 "--format",
                                 a.formats[0],
                                 "--samp-rate",
                                 "100e6",
                                 "--device",
                                 device_of(a, i),
                                 "--out",
                                 out });
        const auto seconds = seconds_of(commands, shares);
        fs::remove_all(out);
        return seconds;
    };
    run(1, 1); // compiles, and has the system hold the files
    for (const int count : a.workers) {
        std::vector<double> all;
        for (int round = 0; round < a.rounds; ++round) {
            const double one = run(1, count), together = run(count, count);
            fmt::print("  one {:.2f} s, {} {:.2f} s\n", one, count, together);
            std::fflush(stdout);
            all.push_back(one / (count * together));
        }
        fmt::print("{} processes, {} files: efficiency {:.2f} ({:.2f} to {:.2f})\n",
                   count,
                   a.files,
                   rate_of(all).median,
                   rate_of(all).lowest,
                   rate_of(all).highest);
    }
    fs::remove_all(folder);
}

asked parse(int argc, char** argv)
{
    asked a;
    po::options_description named("usage: bm_survey_table [options]");
    auto add = named.add_options();
    const auto temporary = fs::temp_directory_path().string();
    add("device,d", po::value(&a.device)->default_value("auto"), "as gpufft process");
    add("format,f",
        po::value(&a.formats)
            ->multitoken()
            ->default_value({ "ci16_le", "cu8", "cf32_le" }, "ci16_le cu8 cf32_le"),
        "of recordings; the first one for all rows but those of formats");
    add("length,l",
        po::value(&a.lengths)
            ->multitoken()
            ->default_value({ 1024, 4096, 16384 }, "1024 4096 16384"),
        "of frames");
    add("mib", po::value(&a.mebibytes)->default_value(4096), "MiB of a recording");
    add("folder", po::value(&a.folder)->default_value(temporary), "in the cache");
    add("rows",
        po::value(&a.rows)->multitoken()->default_value({ "formats", "products", "disk" },
                                                        "formats products disk"),
        "formats products disk workers");
    add("disk",
        po::value(&a.disk)->default_value(temporary),
        "folder on a disk, for the row of that");
    add("workers",
        po::value(&a.workers)->multitoken()->default_value({ 2, 4 }, "2 4"),
        "processes at once");
    add("worker-devices",
        po::value(&a.worker_devices)->multitoken(),
        "of these processes, one each, e.g. cuda:0 cuda:1 (default: --device for all)");
    add("files", po::value(&a.files)->default_value(200), "for processes at once");
    add("distinct",
        po::value(&a.distinct)->default_value(0),
        "of these; others are links to them; 0: all");
    add("program", po::value(&a.program)->default_value("gpufft"), "path, for those");
    add("rounds,r", po::value(&a.rounds)->default_value(3), "of all measurements");
    add("help,h", "print this and exit");
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, named), values);
    po::notify(values);
    if (values.count("help")) {
        std::cout << named;
        std::exit(0);
    }
    return a;
}

} // namespace

int main(int argc, char** argv)
try {
    const auto a = parse(argc, argv);
    const auto device = open_device(a.device);
    fmt::print("{}\n", label_of(device->info()));
    if (!device->info().limits.is_cpu)
        fmt::print("link, pieces of 4 MiB: {:.1f} GB/s\n",
                   measure_copy_rates(*device, 0.5).up.median / 1e9);
    const double before = memory_of("VmRSS");
    if (a.has("formats"))
        report_formats(a);
    if (a.has("products"))
        report_products(a);
    if (a.has("disk"))
        report_disk(a);
    fmt::print("memory: {:.0f} MiB at most, {:.0f} MiB before the first survey\n",
               memory_of("VmHWM"),
               before);
    if (a.has("workers"))
        report_workers(a);
    return 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "bm_survey_table: {}\n", e.what());
    return 1;
}
