/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_FRONT_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_FRONT_H

#include "exec/executor/executor.h"
#include "plan/ir/power.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace gpufft {

//! Memory between the launches, just where they need it; grown by frame_front::fit().
//! Buffers of their own: NVIDIA's OpenCL copies parts of buffers to and fro.
struct frame_workspace {
    std::shared_ptr<buffer> converted; //!< whole numbers as floats
    std::shared_ptr<buffer> spectra;
    std::shared_ptr<buffer> between; //!< of the transform's passes
};

//! The memory of one call.
struct frame_memory {
    buffer* samples =
        nullptr;              //!< as they are in the stream, from the first frame's first
    buffer* window = nullptr; //!< float32 taps
    buffer* runs = nullptr;   //!< uint32[rows + 1], see plan/ir/power.h
    frame_workspace workspace;
    buffer* partials = nullptr; //!< float32[rows][values], see power_request
};

/*!
 * \brief A power_plan bound to a device: compiled kernels and tables, no data
 *
 * From samples to the powers of runs. Used by any number of queues at once; each brings
 * its own memory.
 */
class frame_front
{
public:
    using front_check = std::function<void(frame_front& front)>;

    //! Plans, builds the kernels, uploads the tables. Does not run anything but \p check.
    //! \param how    by wisdom of the user, or without it; nothing is measured here
    //! \param check  what throws, here or as it is built, is left aside for what less
    //!               trust would choose
    //! \throws plan_error, build_error, device_error
    frame_front(const power_request& request,
                std::shared_ptr<device> on,
                effort how = default_effort(),
                const front_check& check = {});

    //! A frame_front without kernels: it knows its plan and its sizes, and enqueues
    //! nothing.
    //! \throws plan_error, device_error
    static frame_front planned(const power_request& request,
                               std::shared_ptr<device> on,
                               effort how = default_effort());

    const power_plan& made_plan() const { return d_plan; }
    //! Who knew the plan: chosen_power_plan::says.
    const std::string& plan_origin() const { return d_origin; }
    //! Wisdom has another plan by now.
    bool is_outdated() const;
    //! Names the kernels' text: equal ids compute the same in the same way.
    std::string id() const;
    const std::shared_ptr<device>& on() const { return d_passes->on(); }

    std::size_t samples_of(std::size_t frames) const; //!< from first to last
    std::size_t sample_bytes(std::size_t frames) const;
    //! Bytes of samples that some frames have in common with those that follow them.
    std::size_t shared_bytes() const;
    std::size_t partial_bytes(std::size_t rows) const;
    std::size_t workspace_bytes(std::size_t frames) const; //!< 0: none is needed
    //! Makes room for \p frames frames in \p s.
    void fit(frame_workspace& s, std::size_t frames) const;
    //! Frames of one call: more would not fit the kernels' 32-bit counts.
    std::size_t max_frames() const;

    //! How \p frames frames are grouped.
    struct grouping {
        std::uint32_t frames = 0;
        std::uint32_t rows = 0;    //!< runs
        std::uint32_t longest = 1; //!< frames of the longest
        float keep = 1;            //!< what a frame leaves of those before it in its run
    };
    void enqueue(queue& q, const frame_memory& m, const grouping& g) const;

private:
    frame_front() = default;

    std::size_t converted_bytes(std::size_t frames) const;
    std::size_t spectra_bytes(std::size_t frames) const;

    void build(std::shared_ptr<device> on);
    bool converts() const { return !d_plan.is_fused && d_plan.converts_first; }

    power_plan d_plan;
    std::string d_origin;
    std::shared_ptr<executor> d_passes;   // d_plan.front
    std::shared_ptr<kernel> d_convert;    // where d_plan.converts_first
    std::shared_ptr<kernel> d_accumulate; // where it is not fused
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_FRONT_H */
