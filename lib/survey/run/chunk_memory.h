/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_MEMORY_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_MEMORY_H

#include "exec/memory/aligned_rows.h"
#include <cstddef>
#include <cstdint>
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

//! What a device makes of a chunk: float32[rows][values of a row].
class chunk_memory
{
public:
    chunk_memory(std::int64_t rows, std::int64_t row_values)
        : d_row_values(static_cast<std::size_t>(row_values)),
          d_all(static_cast<std::size_t>(rows) * d_row_values * sizeof(float))
    {
    }

    float* row(std::int64_t number) const
    {
        return static_cast<float*>(d_all.data()) +
               static_cast<std::size_t>(number) * d_row_values;
    }

private:
    std::size_t d_row_values;
    aligned_bytes d_all;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_MEMORY_H */
