/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/replace_file.h"
#include "base/trusted_file.h"
#include "device/kernels/cache_sweep.h"
#include "device/kernels/kernel_cache.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/stat.h>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <mutex>
#include <new>

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

// A compiled kernel is code that we run: only what we alone could have written counts.
std::optional<std::string> read_trusted(const std::string& path)
{
    try {
        const auto file = open_trusted(path, O_RDONLY);
        if (!file)
            return std::nullopt;
        note_use(file.get());
        return read_all(file, path);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

void make_private_folder(const std::string& folder)
{
    boost::filesystem::create_directories(boost::filesystem::path(folder).parent_path());
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        throw_errno("cannot make " + folder);
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
    return folder.empty() || default_most_bytes() == 0 ? "" : folder + "/kernels";
}

std::uintmax_t kernel_cache::default_most_bytes()
{
    return env::kernel_cache_mib().value_or(DEFAULT_MIB) * (std::uintmax_t(1) << 20);
}

std::string kernel_cache::key_of(const std::string& source_text,
                                 const device_info& device,
                                 const std::string& build_options)
{
    return stable_hash({ without_header(source_text),
                         device.product,
                         device.platform,
                         device.driver,
                         device.compiler,
                         build_options,
                         GPUFFT_VERSION });
}

kernel_cache kernel_cache::read_only() const
{
    auto result = *this;
    result.d_is_read_only = true;
    return result;
}

std::optional<kernel_cache::bytes> kernel_cache::load(const std::string& key) const
try {
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
} catch (const std::bad_alloc&) {
    return std::nullopt; // what builds it instead says so, if that has no memory either
}

void kernel_cache::store(const std::string& key, const bytes& compiled) const
{
    if (!takes_more())
        return;
    try {
        make_private_folder(d_folder);
        const auto payload = view_of(compiled);
        replace_file(d_folder + "/" + key,
                     { header_of(key, payload), payload },
                     durability::checked); // by the header
        if (is_sweep_due(d_folder, compiled.size(), d_most_bytes))
            sweep_cache(d_folder, d_most_bytes);
    } catch (const std::exception& e) {
        static std::once_flag warned;
        std::call_once(warned, [&] {
            log().warn("compiled kernels are not kept, so every start compiles anew: {}",
                       e.what());
        });
    }
}

} // namespace gpufft
