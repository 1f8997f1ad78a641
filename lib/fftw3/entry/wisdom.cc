/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/entry/services.h"
#include "fftw3/planner/underneath.h"
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

namespace gpufft::fftw3 {

namespace {

constexpr const char* BEGINNING = "(fftw-"; // of FFTW's wisdom, any version's

std::string empty_wisdom(precision p)
{
    return std::string(BEGINNING) + "3.3.10 " +
           (p == precision::float64 ? "fftw" : "fftwf") + "_wisdom #x0 #x0 #x0 #x0\n)\n";
}

//! Reads through the last bracket of something that may be wisdom.
bool skip_wisdom(read_char read, void* data)
{
    std::string begun;
    int open = 0;
    for (int c; (c = read(data)) != EOF;) {
        if (begun.empty() && std::strchr(" \t\r\n", c))
            continue;
        if (begun.size() < std::strlen(BEGINNING))
            begun += static_cast<char>(c);
        if (std::strncmp(begun.c_str(), BEGINNING, begun.size()) != 0)
            return false;
        open += (c == '(') - (c == ')');
        if (open == 0)
            return true; // the beginning has no bracket of that kind
    }
    return false;
}

int read_from_file(void* file) { return std::getc(static_cast<std::FILE*>(file)); }

int read_from_string(void* place)
{
    auto& text = *static_cast<const char**>(place);
    return *text ? static_cast<unsigned char>(*text++) : EOF;
}

struct close_file {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using file = std::unique_ptr<std::FILE, close_file>;

} // namespace

void export_wisdom(precision p, write_char write, void* data) noexcept
try {
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        return by->export_wisdom(write, data);
    }
    for (const char c : empty_wisdom(p))
        write(c, data);
} catch (const std::bad_alloc&) {
}

void export_wisdom(precision p, std::FILE* to) noexcept
try {
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        return by->export_wisdom_to_file(to);
    }
    std::fputs(empty_wisdom(p).c_str(), to);
} catch (const std::bad_alloc&) {
}

int export_wisdom(precision p, const char* filename) noexcept
{
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        return by->export_wisdom_to_filename(filename);
    }
    file to(std::fopen(filename, "w"));
    if (!to)
        return 0;
    export_wisdom(p, to.get());
    const bool has_failed = std::ferror(to.get());
    return std::fclose(to.release()) == 0 && !has_failed;
}

char* export_wisdom(precision p) noexcept
try {
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        return by->export_wisdom_to_string();
    }
    return strdup(empty_wisdom(p).c_str());
} catch (const std::bad_alloc&) {
    return nullptr;
}

int import_wisdom(precision p, read_char read, void* data) noexcept
try {
    const auto* by = fftw_underneath(p);
    if (!by)
        return skip_wisdom(read, data);
    const planner_lock lock;
    return by->import_wisdom(read, data);
} catch (const std::bad_alloc&) {
    return 0;
}

int import_wisdom(precision p, std::FILE* from) noexcept
{
    const auto* by = fftw_underneath(p);
    if (!by)
        return import_wisdom(p, read_from_file, from);
    const planner_lock lock;
    return by->import_wisdom_from_file(from);
}

int import_wisdom_file(precision p, const char* filename) noexcept
{
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        return by->import_wisdom_from_filename(filename);
    }
    const file from(std::fopen(filename, "r"));
    return from ? import_wisdom(p, from.get()) : 0;
}

int import_wisdom_string(precision p, const char* text) noexcept
{
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        return by->import_wisdom_from_string(text);
    }
    return import_wisdom(p, read_from_string, &text);
}

int import_system_wisdom(precision p) noexcept
{
    const auto* by = fftw_underneath(p);
    if (!by)
        return 0;
    const planner_lock lock;
    return by->import_system_wisdom();
}

void forget_wisdom(precision p) noexcept
{
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        by->forget_wisdom();
    }
}

} // namespace gpufft::fftw3
