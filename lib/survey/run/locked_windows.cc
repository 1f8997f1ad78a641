/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/run/locked_windows.h"
#include <algorithm>
#include <exception>
#include <utility>

namespace gpufft {

namespace {

// Windows that are locked ahead, each by a thread.
constexpr std::size_t AHEAD = 3;
// What waits for a thread is one window to lock, and those to let go of.
constexpr std::size_t MOST_WAITING = 16;

//! Never throws: what cannot be locked is copied in another way.
std::shared_ptr<host_registration> lock(device& on, const locked_windows::window& w)
{
    try {
        return on.register_host_memory(const_cast<char*>(w.begin), w.bytes);
    } catch (const std::exception&) {
        return nullptr; // a device that is broken shows it at the first copy
    }
}

} // namespace

locked_windows::locked_windows(std::shared_ptr<device> on,
                               const char* begin,
                               std::size_t bytes,
                               const char* until)
    : d_device(std::move(on)), d_begin(begin), d_bytes(bytes), d_until(until)
{
    for (std::size_t i = 0; i < AHEAD; ++i)
        d_threads.push_back(std::make_unique<side_thread>(MOST_WAITING));
}

locked_windows::~locked_windows()
{
    for (auto& [number, coming] : d_coming)
        coming.wait();
    for (const auto& each : d_threads)
        each->finish(); // nothing that they do throws
}

std::size_t locked_windows::number_of(const char* at) const
{
    return static_cast<std::size_t>(at - d_begin) / BYTES;
}

locked_windows::window locked_windows::place_of(std::size_t number) const
{
    window w;
    w.begin = d_begin + number * BYTES;
    w.bytes = std::min(BYTES, d_bytes - number * BYTES);
    return w;
}

const char* locked_windows::end_of_window(const char* at) const
{
    return place_of(number_of(at)).end();
}

side_thread& locked_windows::thread_of(std::size_t number)
{
    return *d_threads[number % d_threads.size()];
}

void locked_windows::begin_locking(std::size_t number)
{
    const auto place = place_of(number);
    if (d_coming.count(number) || place.begin >= d_until)
        return;
    const auto promised = std::make_shared<std::promise<window>>();
    d_coming[number] = promised->get_future();
    thread_of(number).add([on = d_device, place, promised] {
        auto locked = place;
        locked.held = lock(*on, place);
        promised->set_value(std::move(locked));
    });
}

locked_windows::window locked_windows::at(const char* at)
{
    const auto number = number_of(at);
    const auto last = number_of(d_begin + d_bytes - 1);
    for (auto i = number; i <= std::min(number + AHEAD, last); ++i)
        begin_locking(i);
    const auto found = d_coming.find(number);
    if (found == d_coming.end())
        return place_of(number); // behind the end that was named
    auto w = found->second.get();
    d_coming.erase(found);
    return w;
}

void locked_windows::forget(window w)
{
    const auto number = number_of(w.begin);
    thread_of(number).add([held = std::move(w.held)]() mutable { held.reset(); });
}

} // namespace gpufft
