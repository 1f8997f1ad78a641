/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "base/log.h"
#include "base/trusted_file.h"
#include "base/without_signals.h"
#include "survey/store/claims.h"
#include "survey/store/whole_file.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <fstream>
#include <sstream>

namespace gpufft {

namespace {

using clock = std::chrono::steady_clock;

//! What tells a process from another one that has its number later; "": it is gone.
std::string start_of(long process)
{
    std::ifstream stat(fmt::format("/proc/{}/stat", process));
    std::string text((std::istreambuf_iterator<char>(stat)), {});
    // The name in brackets may hold anything; the start is the 20th word behind it.
    const auto behind = text.rfind(')');
    if (behind == std::string::npos)
        return "";
    std::istringstream words(text.substr(behind + 1));
    std::string word;
    for (int i = 0; i < 20; ++i)
        words >> word;
    return word;
}

std::string word_in(const char* path)
{
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word;
}

//! The host, whenever it was started: several may have one name, and few have the number
//! as well. "": it has no number.
std::string machine_text()
{
    constexpr std::size_t DIGITS = 32;
    const auto id = word_in("/etc/machine-id");
    if (id.size() != DIGITS)
        return "";
    char name[256] = "";
    ::gethostname(name, sizeof(name) - 1);
    // machine-id(5) asks programs not to show the number itself to other hosts.
    return fmt::format("{}/{}", name, stable_hash({ "gpufft claims", id }));
}

//! The host, as it was started this time.
std::string host_text()
{
    char name[256] = "";
    ::gethostname(name, sizeof(name) - 1);
    const auto machine = machine_text();
    return fmt::format("{}/{}",
                       machine.empty() ? std::string(name) : machine,
                       word_in("/proc/sys/kernel/random/boot_id"));
}

//! What this host knows of an owner; of those on other hosts it knows nothing.
enum class owner_state { unknown, running, ended };

owner_state state_of_owner(const std::string& text)
{
    std::istringstream words(text);
    std::string host, start;
    long process = 0;
    if (!(words >> host >> process >> start))
        return owner_state::unknown; // being written
    if (host == host_text())
        return start_of(process) == start ? owner_state::running : owner_state::ended;
    const auto machine = machine_text();
    const bool was_restarted =
        !machine.empty() && host.substr(0, host.rfind('/')) == machine;
    return was_restarted ? owner_state::ended : owner_state::unknown;
}

bool is_of_this_process(const std::string& text)
{
    std::istringstream words(text);
    std::string host;
    long process = 0;
    return words >> host >> process && process == ::getpid();
}

} // namespace

bool has_claims_of_others(const std::string& folder)
{
    namespace fs = boost::filesystem;
    boost::system::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
        const auto text = contents_of(each->path().string()).value_or("");
        if (state_of_owner(text) == owner_state::running && !is_of_this_process(text))
            return true;
    }
    return false;
}

claims::claims(std::string folder, const timing& t)
    : d_folder(std::move(folder)),
      d_timing(t),
      d_owner(fmt::format("{} {} {} {}",
                          host_text(),
                          ::getpid(),
                          start_of(::getpid()),
                          static_cast<const void*>(this)))
{
    const without_signals from_here;
    d_beating = std::thread([this] { beat_all(); });
}

claims::~claims()
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_ending = true;
    }
    d_wake.notify_all();
    d_beating.join();
    for (const auto& part : d_own)
        ::unlink(path_of(part).c_str());
}

std::string claims::path_of(const std::string& part) const
{
    return d_folder + "/" + part;
}

std::string claims::text() const { return fmt::format("{} {}\n", d_owner, d_beats); }

bool claims::take(const std::string& part)
{
    if (make(part))
        return true;
    const auto there = contents_of(path_of(part));
    if (!there)
        return make(part); // its owner has just let it go
    if (!is_abandoned(part, *there))
        return false;
    take_away(part, *there);
    return make(part);
}

bool claims::take_patiently(const std::string& part, const std::function<void()>& look)
{
    const auto until = clock::now() + d_timing.patience + d_timing.beat;
    std::string before;
    for (bool is_first = true; !take(part); is_first = false) {
        const auto now = d_seen[part].text;
        const bool is_alive =
            state_of_owner(now) == owner_state::running || (!is_first && now != before);
        if (is_alive || clock::now() > until)
            return false;
        if (is_first)
            log().info("waiting for up to {} s until it is known whether the owner of {} "
                       "still runs",
                       (d_timing.patience + d_timing.beat) / std::chrono::seconds(1),
                       path_of(part));
        before = now;
        look();
        std::this_thread::sleep_for(d_timing.beat / 8);
    }
    return true;
}

bool claims::make(const std::string& part)
{
    const auto path = path_of(part);
    const auto create = [&] {
        return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    };
    int number = create();
    if (number < 0 && errno == ENOENT) {
        make_folders(d_folder);
        number = create();
    }
    if (number < 0 && errno == EEXIST)
        return false;
    if (number < 0)
        throw survey_error(fmt::format(
            "cannot write {}: {}", path, std::generic_category().message(errno)));
    const file_handle file(number);
    const std::lock_guard<std::mutex> guard(d_mutex);
    try {
        write_all(file, text(), path);
    } catch (const std::system_error& e) {
        ::unlink(path.c_str());
        throw survey_error(fmt::format("cannot write {}: {}", path, e.code().message()));
    }
    d_own.insert(part);
    d_seen.erase(part);
    return true;
}

//! Its owner is gone, or has done nothing for as long as patience lasts here.
bool claims::is_abandoned(const std::string& part, const std::string& text)
{
    if (state_of_owner(text) == owner_state::ended)
        return true;
    auto& last = d_seen[part];
    if (last.text != text || last.since == clock::time_point()) {
        last = { text, clock::now() };
        return false;
    }
    return clock::now() - last.since >= d_timing.patience;
}

//! One of several that do so gets the file; a claim that somebody has made since is given
//! back.
void claims::take_away(const std::string& part, const std::string& text)
{
    const auto path = path_of(part);
    const auto away = fmt::format("{}.{}.away", path, ::getpid());
    if (::rename(path.c_str(), away.c_str()) != 0)
        return;
    if (contents_of(away).value_or("") != text)
        ::link(away.c_str(), path.c_str());
    ::unlink(away.c_str());
}

void claims::let_go(const std::string& part)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (d_own.erase(part))
        ::unlink(path_of(part).c_str());
}

//! Writes another number into each of its own claims, until the end.
void claims::beat_all()
{
    std::unique_lock<std::mutex> guard(d_mutex);
    while (!d_wake.wait_for(guard, d_timing.beat, [this] { return d_is_ending; })) {
        ++d_beats;
        for (const auto& part : d_own) {
            const file_handle file(::open(path_of(part).c_str(), O_WRONLY | O_CLOEXEC));
            try {
                if (file)
                    write_all(file, text(), path_of(part));
            } catch (const std::system_error&) {
                // Somebody else may take it; the work is then done twice.
            }
        }
    }
}

} // namespace gpufft
