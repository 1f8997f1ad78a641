/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_FEED_ALIGNED_BYTES_H
#define INCLUDED_GPUFFT_LIB_SURVEY_FEED_ALIGNED_BYTES_H

#include "exec/memory/aligned_rows.h"
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace gpufft {

//! Bytes that begin where CPU devices work in place.
class aligned_bytes
{
public:
    aligned_bytes() = default;
    explicit aligned_bytes(std::size_t bytes)
    {
        constexpr auto EACH = aligned_rows::BYTES;
        d_data.reset(std::aligned_alloc(EACH, (bytes / EACH + 1) * EACH));
        d_bytes = bytes;
        if (!d_data)
            throw std::bad_alloc();
    }
    void* data() const { return d_data.get(); }
    std::size_t bytes() const { return d_bytes; }

private:
    struct release {
        void operator()(void* p) const { std::free(p); }
    };
    std::unique_ptr<void, release> d_data;
    std::size_t d_bytes = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_FEED_ALIGNED_BYTES_H */
