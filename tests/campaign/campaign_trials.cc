/* SPDX-License-Identifier: GPL-3.0-or-later */
// One process of a campaign (script/campaign), which also repeats a single trial.
//
//     campaign_trials run KIND DEVICE SEED FIRST STEP BEHIND SECONDS [FILE]
//     campaign_trials show KIND DEVICE SEED INDEX
//     campaign_trials repeat KIND DEVICE TEXT
//     campaign_trials smaller KIND TEXT
//
// DEVICE may be fake:0, like a GPU, or fake:1, like a CPU device: plans interpreted.
// run: trials FIRST, FIRST + STEP ... below BEHIND, until SECONDS are over; FILE gets,
// before each begins, its number and the trials and runs before it. Lines on stdout:
// "progress TRIALS RUNS MIB", "failed INDEX<tab>TEXT<tab>FAULT", and "done TRIALS RUNS
// MIB" at the end. Exit status: 0 done, 3 a device may be lost: run again behind the last
// trial. repeat: exit status 0 right, 1 wrong, 2 something was thrown.
#include "campaign/trial.h"
#include "campaign/work_place.h"
#include "device/interface/registry.h"
#include "soak/process_state.h"
#include "support/devices/fake_devices.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <malloc.h>
#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace gpufft::testing {

namespace {

using clock_type = std::chrono::steady_clock;

constexpr int RIGHT = 0, WRONG = 1, THREW = 2, MAY_BE_LOST = 3, MISUSED = 4;

const trial_kind* const KINDS[] = { &TRANSFORMS, &PLANS,      &STREAMS,
                                    &SPECTRA,    &HISTOGRAMS, &PLANTED };

//! What run is told.
struct share {
    const trial_kind& kind;
    std::string device;
    std::uint64_t seed, first, step, behind;
    double seconds;
    std::string file;
};

//! \return trial number \p index of \p seed, whatever came before
std::unique_ptr<trial> trial_of(const trial_kind& kind,
                                const std::string& device,
                                std::uint64_t seed,
                                std::uint64_t index)
{
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    std::seed_seq words{ low(seed), low(seed >> 32), low(index), low(index >> 32) };
    std::mt19937 random(words);
    return kind.any(random, device);
}

double seconds_since(clock_type::time_point begin)
{
    return std::chrono::duration<double>(clock_type::now() - begin).count();
}

//! What has been done, said at most once a second.
class tally
{
public:
    void add(const outcome& o)
    {
        ++d_trials;
        d_runs += static_cast<std::uint64_t>(o.runs);
        if (seconds_since(d_said) >= 1)
            say("progress");
    }
    std::uint64_t trials() const { return d_trials; }
    std::uint64_t runs() const { return d_runs; }
    void say(const char* word)
    {
        // Compilers leave gaps in the heap, which grow for minutes and are no leak.
        malloc_trim(0);
        fmt::print(
            "{} {} {} {:.1f}\n", word, d_trials, d_runs, state_of_process().resident_mib);
        std::fflush(stdout);
        d_said = clock_type::now();
    }

private:
    std::uint64_t d_trials = 0, d_runs = 0;
    clock_type::time_point d_said = clock_type::now();
};

struct judged {
    outcome request;
    bool may_have_lost_device = false;
};

//! A request that is refused, or a kernel that does not compile, costs no device; what
//! else is thrown may have.
judged try_one(const trial& t, const std::string& device)
{
    try {
        return { t.run(device), false };
    } catch (const plan_error& e) {
        return { { std::string("plan_error: ") + e.what(), 1 }, false };
    } catch (const build_error& e) {
        return { { std::string("build_error: ") + e.what(), 1 }, false };
    } catch (const std::exception& e) {
        return { { e.what(), 1 }, true };
    }
}

//! Messages of compilers have many lines.
std::string in_one_line(std::string text)
{
    for (auto& c : text)
        if (c == '\n' || c == '\t')
            c = ' ';
    return text;
}

int run(const share& s)
{
    mallopt(M_ARENA_MAX, 2); // those of threads that come and go look like a leak
    const work_place place(s.file);
    // Trials open it for themselves; a context of CUDA that ends with each of them costs
    // more than a trial.
    const auto kept_open = s.kind.runs_on_device ? open_device(s.device) : nullptr;
    const auto begin = clock_type::now();
    tally done;
    for (auto i = s.first; i < s.behind && seconds_since(begin) < s.seconds;
         i += s.step) {
        if (!place.begin(i, done.trials(), done.runs()))
            throw std::runtime_error("cannot write " + s.file);
        const auto t = trial_of(s.kind, s.device, s.seed, i);
        const auto j = try_one(*t, s.device);
        if (!j.request.fault.empty()) {
            fmt::print("failed {}\t{}\t{}\n", i, t->text(), in_one_line(j.request.fault));
            std::fflush(stdout); // before the next one can crash
        }
        done.add(j.request);
        if (j.may_have_lost_device) {
            done.say("done");
            return MAY_BE_LOST;
        }
    }
    done.say("done");
    return RIGHT;
}

int repeat(const trial& t, const std::string& device)
{
    try {
        const auto fault = t.run(device).fault;
        fmt::print("{}\n", fault.empty() ? "right" : in_one_line(fault));
        return fault.empty() ? RIGHT : WRONG;
    } catch (const std::exception& e) {
        fmt::print("{}\n", in_one_line(e.what()));
        return THREW;
    }
}

int dispatch(const std::vector<std::string>& words)
{
    const auto number = [&](std::size_t i) { return std::stoull(words.at(i)); };
    const auto& request = words.at(0);
    const auto& kind = trial_kind_of(words.at(1));
    // Not always: "auto" would mean the first of them.
    if (words.at(2).rfind("fake:", 0) == 0)
        add_fake_devices({ fake_gpu(), fake_cpu() });
    if (request == "run")
        return run({ kind,
                     words.at(2),
                     number(3),
                     number(4),
                     number(5),
                     number(6),
                     std::stod(words.at(7)),
                     words.size() > 8 ? words[8] : "" });
    if (request == "show") {
        fmt::print("{}\n", trial_of(kind, words.at(2), number(3), number(4))->text());
        return RIGHT;
    }
    if (request == "repeat")
        return repeat(*kind.parse(words.at(3)), words.at(2));
    if (request != "smaller")
        throw std::invalid_argument(request +
                                    " is none of run, show, repeat and smaller");
    for (const auto& each : kind.parse(words.at(2))->smaller())
        fmt::print("{}\n", each->text());
    return RIGHT;
}

} // namespace

const trial_kind& trial_kind_of(const std::string& name)
{
    for (const auto* kind : KINDS)
        if (name == kind->name)
            return *kind;
    throw std::invalid_argument(fmt::format("\"{}\" is no kind of trial", name));
}

} // namespace gpufft::testing

int main(int argc, char** argv)
try {
    return gpufft::testing::dispatch({ argv + 1, argv + argc });
} catch (const std::exception& e) {
    fmt::print(stderr, "campaign_trials: {}\n", e.what());
    return gpufft::testing::MISUSED;
}
