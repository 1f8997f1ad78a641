/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_LAYOUT_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_LAYOUT_H

#include "recordings/samples/captures.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! What becomes a file of samples: a band, or a channel of a filter bank.
struct voltage_stream {
    std::string name; //!< of its files
    double rate_hz = 1;
    double passband_hz = 0;
    std::int64_t step_outputs = 1; //!< samples of it that a step gives
    //! Its middle in each segment; nothing where the receiver was tuned elsewhere.
    std::vector<std::optional<double>> centres_hz;
};

/*!
 * \brief Where each sample of voltages comes from and goes to: counting alone
 *
 * Each segment of a recording is cut into steps of `step_samples`, each of which gives
 * step_outputs samples of each stream; of a segment's last step those that begin before
 * its end. So sample m of a segment is of the time m * step_samples / step_outputs of its
 * samples. In a file, segments follow one another. A chunk is of some steps of one
 * segment: what is done at once, and lost with a process that is killed.
 */
class voltage_layout
{
public:
    struct chunk {
        std::size_t segment = 0;
        std::int64_t first_step = 0, steps = 0;
    };

    //! Stands for the number of samples of a pipe, which nobody knows yet.
    static constexpr std::int64_t NO_END = std::int64_t(1) << 60;

    //! \param segments  of a known number of samples, or of NO_END
    voltage_layout(std::vector<segment> segments,
                   std::vector<voltage_stream> streams,
                   std::int64_t step_samples);

    const std::vector<segment>& segments() const { return d_segments; }
    const std::vector<voltage_stream>& streams() const { return d_streams; }
    std::int64_t step_samples() const { return d_step_samples; }

    bool has_end() const; //!< no segment is of NO_END samples
    std::int64_t chunks() const { return d_chunks; }
    chunk at(std::int64_t number) const; //!< 0 .. chunks() - 1
    //! First sample of a chunk in the recording, and how many are of it.
    std::int64_t first_sample(const chunk& c) const;
    std::int64_t samples_of(const chunk& c) const;

    //! The stream has samples of this segment.
    bool has(std::size_t stream, std::size_t segment) const
    {
        return d_streams[stream].centres_hz[segment].has_value();
    }
    //! Where in its file a stream's samples of a segment begin.
    std::int64_t begin_of(std::size_t stream, std::size_t segment) const
    {
        return d_begins[stream][segment];
    }
    std::int64_t outputs_of(std::size_t stream, std::size_t segment) const
    {
        return d_begins[stream][segment + 1] - d_begins[stream][segment];
    }
    //! All samples of a stream.
    std::int64_t samples(std::size_t stream) const { return d_begins[stream].back(); }
    //! Samples of a stream that a chunk gives, 0 or more.
    std::int64_t outputs_of(std::size_t stream, const chunk& c) const;

private:
    std::int64_t steps_of(std::size_t segment) const;
    std::int64_t steps_of_chunk() const;

    std::vector<segment> d_segments;
    std::vector<voltage_stream> d_streams;
    std::int64_t d_step_samples;
    std::vector<std::vector<std::int64_t>> d_begins; // of each stream: segments and end
    std::vector<std::int64_t> d_first_chunk;         // of each segment
    std::int64_t d_chunk_steps = 1, d_chunks = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_LAYOUT_H */
