/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_MEMORY_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_MEMORY_H

#include "exec/memory/aligned_rows.h"
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <vector>

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
        if (!d_data)
            throw std::bad_alloc();
    }
    void* data() const { return d_data.get(); }

private:
    struct release {
        void operator()(void* p) const { std::free(p); }
    };
    std::unique_ptr<void, release> d_data;
};

//! The values of a chunk, of each statistic: float32[rows][bins].
class chunk_memory
{
public:
    chunk_memory(std::size_t statistics, std::size_t values) : d_values(values)
    {
        for (std::size_t i = 0; i < statistics; ++i)
            d_parts.emplace_back(values * sizeof(float));
    }

    float* of(std::size_t statistic) const
    {
        return static_cast<float*>(d_parts[statistic].data());
    }
    std::vector<const float*> all() const
    {
        std::vector<const float*> parts;
        for (std::size_t i = 0; i < d_parts.size(); ++i)
            parts.push_back(of(i));
        return parts;
    }
    //! No row has these values.
    void leave_out(std::size_t first_value) const
    {
        for (std::size_t i = 0; i < d_parts.size(); ++i)
            std::fill(of(i) + first_value,
                      of(i) + d_values,
                      std::numeric_limits<float>::quiet_NaN());
    }

private:
    std::size_t d_values;
    std::vector<aligned_bytes> d_parts;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_MEMORY_H */
