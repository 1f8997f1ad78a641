/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/mapping_guard.h"
#include <sys/mman.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace gpufft::mapping_guard {

namespace {

struct guarded {
    std::atomic<bool> is_used{ false };
    std::atomic<std::uintptr_t> begin{ 0 }, end{ 0 };
    std::atomic<bool> has_failed{ false };
};

constexpr int MOST = 256; // files that are open at a time are few

std::array<guarded, MOST>& table()
{
    static auto& all = *new std::array<guarded, MOST>;
    return all;
}

std::atomic<std::array<guarded, MOST>*> s_table{
    nullptr
}; // for the handler, which makes nothing
struct sigaction s_before = {};
std::uintptr_t s_page = 4096;

//! Zeros in place of all that is from \p address to \p end: where a file ends, the pages
//! behind fail as well.
bool fill_with_zeros(std::uintptr_t address, std::uintptr_t end)
{
    const auto page = address / s_page * s_page;
    return ::mmap(reinterpret_cast<void*>(page),
                  end - page,
                  PROT_READ,
                  MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                  -1,
                  0) != MAP_FAILED;
}

void handle(int number, siginfo_t* about, void* context)
{
    const auto address = reinterpret_cast<std::uintptr_t>(about->si_addr);
    for (auto& each : *s_table.load()) {
        if (each.is_used && address >= each.begin && address < each.end) {
            each.has_failed = true;
            if (fill_with_zeros(address, each.end))
                return;
        }
    }
    if ((s_before.sa_flags & SA_SIGINFO) && s_before.sa_sigaction) {
        s_before.sa_sigaction(number, about, context);
        return;
    }
    // The instruction runs again, and whoever was asked before is asked then.
    ::sigaction(SIGBUS, &s_before, nullptr);
}

} // namespace

int add(const void* begin, std::size_t bytes)
{
    auto& all = table();
    for (int i = 0; i < MOST; ++i) {
        bool expected = false;
        if (!all[i].is_used.compare_exchange_strong(expected, true))
            continue;
        all[i].has_failed = false;
        all[i].begin = reinterpret_cast<std::uintptr_t>(begin);
        all[i].end = all[i].begin + bytes;
        return i;
    }
    return -1;
}

void remove(int number)
{
    if (number < 0)
        return;
    auto& each = table()[number];
    each.begin = each.end = 0;
    each.is_used = false;
}

bool has_failed(int number) { return number >= 0 && table()[number].has_failed; }

void install()
{
    static std::mutex one_at_a_time;
    const std::lock_guard<std::mutex> guard(one_at_a_time);
    s_table = &table();
    s_page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction now = {};
    if (::sigaction(SIGBUS, nullptr, &now) == 0 && now.sa_sigaction == handle)
        return;
    s_before = now;
    struct sigaction ours = {};
    ours.sa_sigaction = handle;
    ours.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&ours.sa_mask);
    ::sigaction(SIGBUS, &ours, nullptr);
}

void keep_installed()
{
    if (s_table)
        install();
}

} // namespace gpufft::mapping_guard
