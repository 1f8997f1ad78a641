/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FILTERS_PAST_SAMPLES_H
#define INCLUDED_GPUFFT_LIB_EXEC_FILTERS_PAST_SAMPLES_H

#include <cstddef>
#include <vector>

namespace gpufft {

/*!
 * \brief The last samples of a stream, for taps that reach back behind a call
 *
 * More than a filter needs now, so that longer taps find theirs. What was never there, or
 * is no longer kept, is 0.
 */
class past_samples
{
public:
    explicit past_samples(std::size_t sample_bytes) : d_sample_bytes(sample_bytes) {}

    //! Keeps as many from now on, at least.
    void keep(std::size_t samples);
    //! Writes the last \p samples to \p to, oldest first.
    void copy_last(std::size_t samples, void* to) const;
    //! Writes \p samples of them to \p to, from that on which came \p ago samples before
    //! the next one; ago >= samples.
    void copy_samples(std::size_t ago, std::size_t samples, void* to) const;
    //! Samples that are kept.
    std::size_t kept() const { return d_bytes.size() / d_sample_bytes; }
    //! \p samples more have come.
    void append(const void* in, std::size_t samples);
    //! The stream begins anew.
    void clear() { d_bytes.assign(d_bytes.size(), 0); }

private:
    std::size_t d_sample_bytes;
    std::vector<unsigned char> d_bytes; //!< oldest first; zeros where none have come
};

//! \brief What a filter keeps of the stream: samples, and by how many turns the next
//! output is turned
class filter_past
{
public:
    explicit filter_past(std::size_t sample_bytes) : samples(sample_bytes) {}

    past_samples samples;
    double turns = 0;

    void keep(std::size_t count) { samples.keep(count); }
    void clear()
    {
        samples.clear();
        turns = 0;
    }
};

//! The samples of what a stream keeps of its past.
inline past_samples& kept_samples(past_samples& past) { return past; }
inline past_samples& kept_samples(filter_past& past) { return past.samples; }

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FILTERS_PAST_SAMPLES_H */
