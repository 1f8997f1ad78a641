/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_OWN_CACHE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_OWN_CACHE_H

#include "base/env.h"
#include <boost/filesystem.hpp>
#include <string>

namespace gpufft::testing {

//! The folder of a program's cache, which goes with this.
class cache_folder
{
public:
    cache_folder()
        : d_path(boost::filesystem::temp_directory_path() /
                 boost::filesystem::unique_path("gpufft-cache-%%%%%%%%"))
    {
        boost::filesystem::create_directories(d_path);
        env::set("XDG_CACHE_HOME", d_path.c_str());
    }
    ~cache_folder()
    {
        boost::system::error_code ignored;
        boost::filesystem::remove_all(d_path, ignored);
    }
    cache_folder(const cache_folder&) = delete;
    cache_folder& operator=(const cache_folder&) = delete;

private:
    boost::filesystem::path d_path;
};

/*!
 * \brief From now on kernels, wisdom and verdicts lie in a folder of this process alone
 *
 * For tests that empty their cache: the same program, run twice at once, took the wisdom
 * of the other away. To be called before anything looks for wisdom.
 */
inline void use_own_cache() { static const cache_folder of_this_process; }

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_OWN_CACHE_H */
