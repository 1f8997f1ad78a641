/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_SPECTRA_ENGINE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_SPECTRA_ENGINE_H

#include "exec/frames/frame_executor.h"
#include "survey/feed/aligned_bytes.h"
#include "survey/run/frame_pieces.h"
#include "survey/settings/survey_settings.h"
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Frames of one kind of samples to the rows of a survey, on one device
 *
 * Everything that is accumulated comes of one transform, a plane each. One thread.
 */
class spectra_engine
{
public:
    //! \throws plan_error, build_error, device_error
    spectra_engine(const survey_settings& s,
                   sample_kind samples,
                   const std::string& device);
    //! With \p taps, one for each sample of a frame, in place of the settings' window.
    spectra_engine(const survey_settings& s,
                   std::vector<float> taps,
                   sample_kind samples,
                   const std::string& device);

    //! Most frames of a piece.
    std::size_t max_frames() const;
    std::size_t depth() const;
    std::size_t in_flight() const;
    bool is_cpu() const;
    std::shared_ptr<device> on() const { return d_executor->on(); }
    std::int64_t bins() const { return d_bins; }
    //! Numbers of a row of the survey: those of all planes.
    std::int64_t row_values() const { return d_settings.plane_count() * d_bins; }
    const survey_settings& settings() const { return d_settings; }

    //! Memory number \p number for a piece's samples, of \p bytes at least, and the same
    //! for the same number: page-locked from the first piece on that is submitted out of
    //! it, if the device takes it so. Nothing that lies in it is in flight where more
    //! bytes than before are wanted.
    void* piece_memory(std::size_t number, std::size_t bytes);
    //! Such memory for the powers of frames, page-locked at once.
    void* frame_memory(std::size_t number, std::size_t bytes);
    std::string device_name() const;
    std::string plan_line() const;

    //! \param samples  of the piece, which stay until wait_oldest() has returned for it
    //! \param to       [ends of the piece][planes of the device][bins]
    void
    submit(const frame_piece& piece, const void* samples, double samp_rate_hz, float* to);
    //! Waits for the oldest piece. \throws device_error
    void wait_oldest();
    //! The factor of chunk_powers, which the rows lack that come of this.
    double missing_factor(double samp_rate_hz) const;
    //! Waits for all, and looks at none. Never throws.
    void abandon() noexcept;

private:
    struct memory {
        aligned_bytes bytes;
        bool is_locked = false; // or the device was asked, and does not take it so
    };

    memory&
    memory_of(std::vector<memory>& of, std::size_t number, std::size_t bytes) const;
    void lock(memory& m) const;
    void lock_piece(const void* samples);
    double factor_at(double samp_rate_hz) const;
    spectrum_output output_at(double samp_rate_hz) const;

    survey_settings d_settings;
    std::vector<float> d_taps;
    double d_tap_scale; // of the executor's window
    sample_kind d_samples;
    average d_how;
    std::int64_t d_bins;
    std::vector<memory> d_pieces, d_frames; // before the executor, which uses them
    std::shared_ptr<frame_executor> d_executor;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_SPECTRA_ENGINE_H */
