/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_REACH_H
#define INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_REACH_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace gpufft::fftw3 {

//! The memory of a side: one array, or two as long as each other.
struct reach {
    std::array<const void*, 2> first;
    std::size_t arrays;
    std::int64_t bytes; // of each

    //! Some byte is in both.
    bool meets(const reach& other) const
    {
        for (std::size_t i = 0; i < arrays; ++i)
            for (std::size_t j = 0; j < other.arrays; ++j)
                if (begins_within(first[i], other.first[j], other.bytes) ||
                    begins_within(other.first[j], first[i], bytes))
                    return true;
        return false;
    }

private:
    static bool begins_within(const void* p, const void* from, std::int64_t bytes)
    {
        const auto begin = reinterpret_cast<std::uintptr_t>(from);
        const auto at = reinterpret_cast<std::uintptr_t>(p);
        return begin <= at && at - begin < static_cast<std::uintptr_t>(bytes);
    }
};

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_REACH_H */
