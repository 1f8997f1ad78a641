/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_SYNTHESIZER_ROWS_H
#define INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_SYNTHESIZER_ROWS_H

#include "exec/channels/transposed_samples.h"
#include "exec/filters/filter_places.h"
#include "exec/filters/past_samples.h"
#include "exec/synthesizers/synthesizer_shape.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Samples and outputs of a call of a stream_synthesizer.
struct synthesizer_call {
    //! A stream for each of the first channels of the map; or one of vectors that have a
    //! value for each channel of it.
    std::vector<const channel_sample*> in;
    bool has_vectors = false;
    std::size_t rows = 0;          //!< samples of each channel
    channel_sample* out = nullptr; //!< rows * channels
    //! Where the device has vectors, or streams, or is to have outputs. A vector is a
    //! sample there. Other vectors than those of all channels in order, and streams, are
    //! only there, and so are those before.
    filter_places on_device;
};

//! \brief The rows before a call, which its first outputs are made of, too: a sample for
//! each channel, as they came in
class synthesizer_past
{
public:
    explicit synthesizer_past(const synthesizer_shape& s)
        : d_rows(static_cast<std::size_t>(s.points) * sizeof(channel_sample))
    {
    }

    void keep(std::size_t rows) { d_rows.keep(rows); }
    std::size_t kept() const { return d_rows.kept(); }
    void clear()
    {
        d_rows.clear();
        d_count = 0;
    }
    void copy_last(std::size_t rows, channel_sample* to) const
    {
        d_rows.copy_last(rows, to);
    }
    //! \p count rows more have come, of which \p last holds the last \p kept.
    void append(const channel_sample* last, std::size_t kept, std::size_t count)
    {
        d_rows.append(last, kept);
        d_count += static_cast<std::int64_t>(count);
    }
    std::int64_t count() const { return d_count; } //!< number of the next row
    void go_on_with(std::int64_t row) { d_count = row; }

    friend past_samples& kept_samples(synthesizer_past& past) { return past.d_rows; }

private:
    past_samples d_rows;
    std::int64_t d_count = 0;
};

//! Vectors by \p map are rows of \p points points: they have all channels in order.
bool is_in_order(const std::vector<int>& map, std::size_t points);

/*!
 * \brief The rows of a call: a sample for each channel
 *
 * Of several inputs for one channel the last one counts, and a channel that none is for
 * is silent. What it is made from stays valid.
 */
class synthesizer_rows
{
public:
    //! \param map  the channel of each stream, or of each value of a vector
    synthesizer_rows(const synthesizer_shape& s,
                     const synthesizer_call& c,
                     const std::vector<int>& map);

    //! Where the host has row \p first and those behind it; nullptr where it has none as
    //! they should be.
    const channel_sample* in_place(std::size_t first) const;
    //! Writes \p rows rows from row \p first on to \p to.
    void put(std::size_t first, std::size_t rows, channel_sample* to) const;
    //! The first \p rows rows become the past, where the host has them.
    void append_to(synthesizer_past& past, std::size_t rows) const;

private:
    const synthesizer_call& d_call;
    const std::vector<int>& d_map;
    std::size_t d_points;
    bool d_is_in_order = false;                   //!< vectors are rows
    std::vector<const channel_sample*> d_streams; //!< of each channel; none for vectors
    std::vector<channel_sample> d_silence;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_SYNTHESIZER_ROWS_H */
