/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_PACKET_SAMPLES_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_PACKET_SAMPLES_H

#include "recordings/files/mapped_file.h"
#include "recordings/samples/raw_samples.h"
#include "recordings/samples/sample_source.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief How one channel's numbers lie in the payload of a packet
 *
 * Numbers of 8 bits and more are whole bytes. Shorter ones lie in their bytes from the
 * lowest bit up and are offset binary: 0 is the lowest level.
 */
struct packet_format {
    stored_format::number numbers = stored_format::number::integer;
    int bits = 8; //!< of a number: 1, 2, 4, 8, 16 or 32; integers are little endian
    bool is_complex = true;
    bool is_conjugated = false; //!< Q is stored with the other sign
    std::size_t step_bits = 0;  //!< from a sample to the next
    std::size_t first_bit = 0;  //!< of the channel in a sample of all channels

    std::size_t parts() const { return is_complex ? 2 : 1; }
};

//! Packets from sample `first` of a channel on, up to the next stretch.
struct packet_stretch {
    std::int64_t first = 0;
    std::uint64_t place = 0;    //!< byte where the first packet's samples begin
    std::int64_t samples = 1;   //!< of each packet
    std::uint64_t distance = 0; //!< bytes from packet to packet
};

/*!
 * \brief One channel of a file of packets, each with a header before its samples
 *
 * Full scale is 1, as stored_format has it. Of 2 bits the two inner levels are 1 / 3.3359
 * of the outer ones, as converters of 2 bits quantize noise with the least error (VDIF
 * and Mark 5 define them so); all other levels are evenly spaced.
 */
class packet_samples : public sample_source
{
public:
    //! \param stretches  ascending, of which the first begins with sample 0; the caller
    //! has checked that all samples lie in the file
    packet_samples(std::shared_ptr<const mapped_file> file,
                   const packet_format& format,
                   std::vector<packet_stretch> stretches,
                   std::int64_t samples);

    sample_kind kind() const override;
    std::int64_t samples() const override { return d_samples; }
    bool may_be_read_by_several() const override { return true; }
    void read(std::int64_t start, std::int64_t count, void* to) override;
    void expect(std::int64_t start, std::int64_t count) const override;
    void forget(std::int64_t start, std::int64_t count) const override;
    void check() const override { d_file->check(); }

private:
    struct byte_range {
        std::uint64_t begin = 0, bytes = 0;
    };
    std::size_t stretch_of(std::int64_t sample) const;
    std::int64_t end_of(std::size_t stretch) const;
    byte_range bytes_of(std::int64_t start, std::int64_t count) const;
    void read_packet(std::uint64_t place,
                     std::int64_t first,
                     std::int64_t count,
                     float* to) const;

    std::shared_ptr<const mapped_file> d_file;
    packet_format d_format;
    std::vector<packet_stretch> d_stretches;
    std::int64_t d_samples;
    std::vector<float> d_levels; // of a number's bits, where these are less than 8
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_PACKET_SAMPLES_H */
