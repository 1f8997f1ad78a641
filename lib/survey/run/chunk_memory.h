/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_MEMORY_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_MEMORY_H

#include "survey/feed/aligned_bytes.h"
#include <cstddef>
#include <cstdint>

namespace gpufft {

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
