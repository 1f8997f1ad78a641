/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/hash.h"
#include "base/log.h"
#include "device/kernel_cache.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace gpufft {

namespace {

// A file is this line, whose numbers have fixed width, and then the payload:
// "gpufft-kernel 1 <20 digits: payload bytes> <32: hash of key and payload>\n"
constexpr std::string_view MAGIC = "gpufft-kernel 1 ";
constexpr std::size_t HEADER_BYTES = MAGIC.size() + 20 + 1 + 32 + 1;

std::string_view view_of(const kernel_cache::bytes& b)
{
    return { reinterpret_cast<const char*>(b.data()), b.size() };
}

// With the key inside, a file that was copied under another name does not pass.
std::string header_of(const std::string& key, std::string_view payload)
{
    return fmt::format(
        "{}{:020} {}\n", MAGIC, payload.size(), stable_hash({ key, payload }));
}

class file_handle
{
public:
    explicit file_handle(int number) : d_number(number) {}
    ~file_handle()
    {
        if (d_number >= 0)
            ::close(d_number);
    }
    file_handle(const file_handle&) = delete;
    file_handle& operator=(const file_handle&) = delete;

    explicit operator bool() const { return d_number >= 0; }
    int get() const { return d_number; }

private:
    int d_number;
};

[[noreturn]] void throw_errno(const std::string& what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

// A compiled kernel is code that we run: only what we alone could have written counts.
bool is_trusted(const struct stat& s)
{
    return S_ISREG(s.st_mode) && s.st_uid == ::geteuid() && !(s.st_mode & 0022);
}

std::optional<std::string> read_trusted(const std::string& path)
{
    const file_handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    struct stat status;
    if (!file || ::fstat(file.get(), &status) != 0 || !is_trusted(status))
        return std::nullopt;
    std::string content(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t done = 0;
    while (done < content.size()) {
        const auto got = ::read(file.get(), &content[done], content.size() - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return std::nullopt;
        done += static_cast<std::size_t>(got);
    }
    return content;
}

void write_all(int file, std::string_view text, const std::string& path)
{
    while (!text.empty()) {
        const auto written = ::write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR)
            throw_errno("cannot write " + path);
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void make_private_folder(const std::string& folder)
{
    boost::filesystem::create_directories(boost::filesystem::path(folder).parent_path());
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        throw_errno("cannot make " + folder);
}

// Readers see the old file or the new one, never a part: it gets its name when whole.
// No fsync: the checksum catches what a power cut leaves behind.
void replace_file(const std::string& path,
                  std::string_view header,
                  std::string_view payload)
{
    std::string temporary = path + ".XXXXXX";
    const file_handle file(::mkostemp(temporary.data(), O_CLOEXEC)); // mode 0600
    if (!file)
        throw_errno("cannot make " + temporary);
    try {
        write_all(file.get(), header, temporary);
        write_all(file.get(), payload, temporary);
        if (::rename(temporary.c_str(), path.c_str()) != 0)
            throw_errno("cannot rename " + temporary);
    } catch (...) {
        ::unlink(temporary.c_str());
        throw;
    }
}

//! Without the comment at its head, which names the plan: the same pass of another plan
//! is the same kernel.
std::string without_header(const std::string& text)
{
    std::size_t begin = 0;
    while (text.compare(begin, 2, "//") == 0) {
        const auto end = text.find('\n', begin);
        if (end == std::string::npos)
            break;
        begin = end + 1;
    }
    return text.substr(begin);
}

} // namespace

std::string kernel_cache::default_folder()
{
    const auto folder = env::cache_dir();
    return folder.empty() ? "" : folder + "/kernels";
}

std::string kernel_cache::key_of(const std::string& source_text,
                                 const device_info& device,
                                 const std::string& build_options)
{
    return stable_hash({ without_header(source_text),
                         device.product,
                         device.platform,
                         device.driver,
                         build_options,
                         GPUFFT_VERSION });
}

std::optional<kernel_cache::bytes> kernel_cache::load(const std::string& key) const
{
    if (d_folder.empty())
        return std::nullopt;
    const auto content = read_trusted(d_folder + "/" + key);
    if (!content || content->size() < HEADER_BYTES)
        return std::nullopt;
    const std::string_view all = *content;
    const auto payload = all.substr(HEADER_BYTES);
    if (all.substr(0, HEADER_BYTES) != header_of(key, payload))
        return std::nullopt;
    return bytes(payload.begin(), payload.end());
}

void kernel_cache::store(const std::string& key, const bytes& compiled) const
{
    if (d_folder.empty())
        return;
    try {
        make_private_folder(d_folder);
        const auto payload = view_of(compiled);
        replace_file(d_folder + "/" + key, header_of(key, payload), payload);
    } catch (const std::exception& e) {
        static std::once_flag warned;
        std::call_once(warned, [&] {
            log().warn("compiled kernels are not kept, so every start compiles anew: {}",
                       e.what());
        });
    }
}

} // namespace gpufft
