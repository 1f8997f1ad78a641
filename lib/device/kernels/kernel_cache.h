/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_KERNEL_CACHE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_KERNEL_CACHE_H

#include <gpufft/devices.h>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gpufft {

/*!
 * \brief Compiled kernels on disk, one file a kernel, for their owner alone
 *
 * Never throws and never in the way: a file that is damaged, cut short, of another
 * format, or that somebody else could have written is as good as none, and where
 * nothing can be written there is a warning, once in a process, and no cache.
 * Any number of threads and processes may share a folder. Beyond a limit those kernels
 * go that were used the longest ago (cache_sweep.h); the folder may be deleted at any
 * time.
 */
class kernel_cache
{
public:
    using bytes = std::vector<unsigned char>;

    //! The folder that every device uses; "" where the user has or wants no cache.
    static std::string default_folder();

    //! What $GPUFFT_KERNEL_CACHE_MIB says, else 512 MiB.
    static std::uintmax_t default_most_bytes();

    //! Changes with everything that the compiled kernel depends on, which the comment at
    //! the head of the text is not.
    static std::string key_of(const std::string& source_text,
                              const device_info& device,
                              const std::string& build_options);

    //! \param folder      made when first needed; "": caches nothing
    //! \param most_bytes  that the kernels may take on the disk
    explicit kernel_cache(std::string folder,
                          std::uintmax_t most_bytes = default_most_bytes())
        : d_folder(std::move(folder)), d_most_bytes(most_bytes)
    {
    }

    //! A cache of the same folder that finds kernels and stores none.
    kernel_cache read_only() const;

    bool is_on() const { return !d_folder.empty(); }
    //! store() may keep something; making a driver give up a binary takes it a while.
    bool takes_more() const { return is_on() && !d_is_read_only; }

    std::optional<bytes> load(const std::string& key) const;
    void store(const std::string& key, const bytes& compiled) const;

private:
    static constexpr std::uintmax_t DEFAULT_MIB = 512;

    std::string d_folder;
    std::uintmax_t d_most_bytes;
    bool d_is_read_only = false;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_KERNEL_CACHE_H */
