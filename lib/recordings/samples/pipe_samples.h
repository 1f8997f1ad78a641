/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_PIPE_SAMPLES_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_PIPE_SAMPLES_H

#include "recordings/samples/sample_source.h"
#include "recordings/samples/stored_format.h"
#include <atomic>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Samples that come through a pipe, each once
 *
 * What comes before the start of the last call is forgotten, so starts ascend.
 */
class pipe_samples : public sample_source
{
public:
    //! \param file   that is read from: 0 for standard input; the caller keeps it
    //! \param stops  once it is set, the pipe ends where it gives nothing; nullptr: it
    //!               never is
    pipe_samples(int file,
                 const stored_format& format,
                 const std::atomic<bool>* stops = nullptr);

    sample_kind kind() const override { return d_kind; }
    //! UNKNOWN until the pipe has ended; a part of a sample at its end is left out.
    std::int64_t samples() const override;
    std::int64_t wait_for(std::int64_t start, std::int64_t count) override;
    void read(std::int64_t start, std::int64_t count, void* to) override;

private:
    void receive();
    bool wait_for_bytes() const;

    int d_file;
    stored_format d_format;
    const std::atomic<bool>* d_stops;
    bool d_is_stored; // d_kind is how samples come
    sample_kind d_kind;
    std::vector<char> d_bytes; // from sample d_first on
    std::int64_t d_first = 0;
    std::int64_t d_arrived = 0; // whole samples, from the first of all
    bool d_has_ended = false;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_PIPE_SAMPLES_H */
