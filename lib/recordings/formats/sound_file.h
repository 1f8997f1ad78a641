/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SOUND_FILE_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SOUND_FILE_H

#include "recordings/samples/raw_samples.h"
#include "recordings/samples/sample_source.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct sf_private_tag;

namespace gpufft {

//! Whether a file with this extension (".wav") is read as sound: lossless kinds that
//! receivers write, and OGG, which satellite observers share.
bool is_sound_extension(const std::string& extension);

//! Whether a sound file of this kind can be read while it still grows.
bool may_sound_grow(const std::string& extension);

//! What the header of a sound file says.
struct sound_facts {
    double samp_rate_hz = 0;
    int channels = 1;
    std::int64_t samples = 0; //!< of each channel
    std::string format_name;  //!< "WAV PCM_16"
};

/*!
 * \brief Samples of a sound file (WAV, RF64, FLAC, ...), through libsndfile
 *
 * Real ones, of full scale 1, or two channels as I and Q.
 */
class sound_file : public sample_source
{
public:
    //! \throws recording_error  libsndfile cannot read it, or it was cut off in the
    //! middle of a sample and \p allow_damaged is not set
    sound_file(const std::string& path, const channel_choice& choice, bool allow_damaged);
    ~sound_file() override;

    const sound_facts& facts() const { return d_facts; }
    //! \brief What tells the file from another one of its name while it still grows
    //!
    //! A hash of what it is of, and of its first samples: its header changes.
    //! \throws recording_error  it has fewer than BEGINNING_SAMPLES
    std::string identity_of_beginning();
    static constexpr std::int64_t BEGINNING_SAMPLES = 16;

    sample_kind kind() const override;
    std::int64_t samples() const override { return d_facts.samples; }
    void read(std::int64_t start, std::int64_t count, void* to) override;

private:
    struct closes_file {
        void operator()(sf_private_tag* file) const;
    };

    std::string d_path;
    channel_choice d_choice;
    std::unique_ptr<sf_private_tag, closes_file> d_file;
    sound_facts d_facts;
    std::int64_t d_position = 0; // of the file's next sample
    std::vector<float> d_all;    // channels of some samples
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SOUND_FILE_H */
