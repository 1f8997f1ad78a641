/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_READ_ROW_READER_H
#define INCLUDED_GPUFFT_LIB_SURVEY_READ_ROW_READER_H

#include "survey/read/stored_group.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Rows of a product of two axes, of which the last chunk that was asked for is
 * kept
 *
 * \p number is what they are read as: float by stored_group::chunk(), double by
 * numbers().
 */
template <typename number>
class row_reader
{
public:
    using chunk_reader = std::vector<number> (stored_group::*)(const stored_product& p,
                                                               std::int64_t chunk) const;

    //! Both stay while this is used.
    row_reader(const stored_group& g, const stored_product& p, chunk_reader read)
        : d_group(g), d_product(p), d_read(read)
    {
    }

    //! nullptr: not done yet. It lasts until the next call.
    const number* row(std::size_t row)
    {
        const auto& a = d_product.array;
        const auto chunk = static_cast<std::int64_t>(row) / a.chunks[0];
        if (chunk != d_chunk)
            d_values = (d_group.*d_read)(d_product, chunk);
        d_chunk = chunk;
        const auto in_chunk = static_cast<std::int64_t>(row) % a.chunks[0];
        return d_values.empty() ? nullptr : d_values.data() + in_chunk * a.chunks[1];
    }

private:
    const stored_group& d_group;
    const stored_product& d_product;
    const chunk_reader d_read;
    std::int64_t d_chunk = -1;
    std::vector<number> d_values;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_READ_ROW_READER_H */
