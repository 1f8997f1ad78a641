/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_EXECUTOR_H

#include "exec/frames/frame_executor.h"
#include "plan/ir/power.h"
#include <gpufft/effort.h>
#include <gpufft/window_taps.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace gpufft {

//! What stays as it is while a spectrum_executor lives.
struct spectrum_request {
    std::int64_t length = 1024;
    std::int64_t hop = 1024;
    sample_kind samples = sample_kind::complex_float;
    /*!
     * What else becomes of the same powers, in the same pass: each output has a plane for
     * every accumulation, in the order of the enumeration. Of a sum the mean comes out,
     * of squares the mean times output.factor^2 and edge_factor. Not beside exponential
     * averages; no squares in decibels.
     */
    std::optional<accumulations> beside = {};
    std::int64_t taps_per_branch = 1; //!< as power_request has it
    //! Means of single frames are to be expected, with bin 0 in the middle or not: on CPU
    //! devices they then have kernels of their own beside the others.
    std::optional<bool> single_frames_centered = {};

    std::int64_t frame_samples() const { return taps_per_branch * length; }
};

//! What is accumulated for averages of kind \p how.
accumulations accumulations_of(const spectrum_request& request, average how);

//! \brief Batches of frames in flight, in order, to averaged power spectra
class spectrum_executor : public frame_executor
{
public:
    /*!
     * Builds the kernels for \p how and runs each once against a reference, so that the
     * first submission finds everything compiled and right. Others are built when they
     * are first prepare()d.
     * \param by  as frame_front() has it
     * \throws plan_error, build_error, device_error
     */
    spectrum_executor(const spectrum_request& request,
                      const window_taps& window, //!< frame_samples() taps
                      average how,
                      const std::string& device,
                      int depth = DEFAULT_DEPTH,
                      effort by = default_effort());
    ~spectrum_executor() override;

    void prepare(average how) override;
    void set_window(const window_taps& taps) override;
    std::size_t max_frames() const override;
    std::size_t max_linked_frames() const override;
    std::size_t depth() const override;
    std::size_t in_flight() const override;
    locked_memory& locked() override;
    void submit(const spectrum_batch& batch) override;
    finished wait_oldest() override;
    void renew_slots() override;
    average_state state() const override;
    void set_state(const average_state& s) override;
    std::string device_name() const override;
    std::string plan_line() const override;
    std::string plan_origin() const override;
    transform front() const override;
    std::shared_ptr<device> on() const override;
    bool is_outdated() const override;

private:
    struct parts;
    std::unique_ptr<parts> d_parts;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_EXECUTOR_H */
