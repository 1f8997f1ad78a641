/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_RAW_SAMPLES_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_RAW_SAMPLES_H

#include "recordings/files/mapped_file.h"
#include "recordings/samples/sample_source.h"
#include "recordings/samples/stored_format.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! Which of the channels of a file are read, and as what.
struct channel_choice {
    int channel = 0;
    bool as_iq = false; //!< real channels `channel` and `channel` + 1 are I and Q
};

//! Where samples lie plainly in a file, with stretches of other bytes between them.
struct raw_layout {
    //! From sample `first` of the file on, up to the next stretch, at byte `place`.
    struct stretch {
        std::int64_t first = 0;
        std::uint64_t place = 0;
    };
    stored_format format;
    int channels = 1; //!< that are interleaved, sample by sample
    std::int64_t samples = 0;
    std::vector<stretch>
        stretches; //!< ascending, of which the first begins with sample 0

    std::size_t sample_bytes() const; //!< of all channels
};

//! So many bytes that are no samples lie before sample `first`.
struct header_bytes {
    std::int64_t first = 0;
    std::uint64_t bytes = 0;
};

/*!
 * \brief The layout of samples in \p bytes bytes of a file
 * \param path      for messages
 * \param place     byte of the file where they begin
 * \param headers   in order
 * \param trailing  bytes behind the last sample
 * \param allow_damaged  leaves out a last sample that is cut off, instead of refusing it
 * \throws recording_error  headers and trailer do not fit, or a sample is cut off
 */
raw_layout lay_out(const std::string& path,
                   const stored_format& format,
                   int channels,
                   std::uint64_t place,
                   std::uint64_t bytes,
                   const std::vector<header_bytes>& headers,
                   std::uint64_t trailing,
                   bool allow_damaged);

//! \brief Samples that lie plainly in a file: in place where kernels take them as stored
class raw_samples : public sample_source
{
public:
    raw_samples(std::shared_ptr<const mapped_file> file,
                raw_layout layout,
                const channel_choice& choice);

    sample_kind kind() const override { return d_kind; }
    std::int64_t samples() const override { return d_layout.samples; }
    const void* in_place(std::int64_t start, std::int64_t count) const override;
    memory whole() const override;
    bool may_be_read_by_several() const override { return true; }
    void read(std::int64_t start, std::int64_t count, void* to) override;
    void expect(std::int64_t start, std::int64_t count) const override;
    void forget(std::int64_t start, std::int64_t count) const override;
    void check() const override { d_file->check(); }

private:
    std::size_t stretch_of(std::int64_t sample) const;
    std::int64_t end_of(std::size_t stretch) const;
    std::uint64_t place_of(std::int64_t sample) const;
    void read_stretch(std::int64_t start, std::int64_t count, char* to) const;

    std::shared_ptr<const mapped_file> d_file;
    raw_layout d_layout;
    std::size_t d_first_byte; // of the channel in a sample of all channels
    std::size_t d_parts;      // numbers of a sample that are read
    bool d_is_stored;         // d_kind is how samples are stored
    sample_kind d_kind;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_RAW_SAMPLES_H */
