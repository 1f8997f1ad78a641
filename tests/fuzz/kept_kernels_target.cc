/* SPDX-License-Identifier: GPL-3.0-or-later */
// Files of the cache of kernels: what is loaded is what was stored, or nothing.
#include "device/kernels/kernel_cache.h"
#include "fuzz/target.h"
#include <sys/stat.h>
#include <boost/filesystem.hpp>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace gpufft::testing {

namespace {

namespace fs = boost::filesystem;

//! A cache of its own, which goes with the process.
class kept_kernel
{
public:
    kept_kernel()
        : d_folder(fs::temp_directory_path() / fs::unique_path("fuzz-%%%%-%%%%"))
    {
        kernel_cache(d_folder.string()).store(KEY, image());
        for (const auto& each : fs::recursive_directory_iterator(d_folder))
            if (fs::is_regular_file(each.path()) && fs::file_size(each.path()) > 300)
                d_file = each.path();
        if (d_file.empty())
            throw std::runtime_error("no kernel was kept in " + d_folder.string());
    }
    ~kept_kernel() { fs::remove_all(d_folder); }

    std::string text() const
    {
        std::ifstream from(d_file.string(), std::ios::binary);
        return { std::istreambuf_iterator<char>(from), {} };
    }
    //! Whether the kernel is loaded where its file holds \p text.
    bool loads(const std::string& text) const
    {
        std::ofstream(d_file.string(), std::ios::binary) << text;
        ::chmod(d_file.c_str(), 0600); // a file that is no good is taken away
        const auto loaded = kernel_cache(d_folder.string()).load(KEY);
        if (loaded && *loaded != image())
            throw std::logic_error("another kernel was loaded");
        return loaded.has_value();
    }

private:
    static constexpr const char* KEY = "0123456789abcdef0123456789abcdef";

    static kernel_cache::bytes image()
    {
        kernel_cache::bytes all;
        for (int i = 0; i < 400; ++i)
            all.push_back(static_cast<unsigned char>(i * i + 7));
        return all;
    }

    fs::path d_folder, d_file;
};

const kept_kernel& kept()
{
    static const kept_kernel one;
    return one;
}

std::vector<std::string> seeds() { return { kept().text() }; }
bool feed(const std::string& text) { return kept().loads(text); }

} // namespace

const fuzz_target KEPT_KERNELS = { "kept_kernels", seeds, feed };

} // namespace gpufft::testing
