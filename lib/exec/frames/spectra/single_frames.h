/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SINGLE_FRAMES_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SINGLE_FRAMES_H

#include "exec/executor/executor.h"
#include "exec/frames/frame_executor.h"
#include "exec/frames/frame_front.h"
#include "plan/ir/power.h"
#include <memory>
#include <optional>
#include <string>

namespace gpufft {

/*!
 * \brief Spectra of single frames on a CPU device: from samples to what is shown, with
 * nothing in memory between
 *
 * Where each frame is an average, runs of one frame each would be stored, read again,
 * scaled and turned into decibels by a launch of its own, which takes about as long as
 * the transforms. Here the last pass stores what comes out. Used by any number of queues
 * at once.
 */
class single_frames
{
public:
    /*!
     * \return nullptr: the device is no CPU, or vectors do not take such a request
     * \throws plan_error, build_error, device_error
     */
    static std::shared_ptr<const single_frames>
    make(const power_request& request, bool centered, const std::shared_ptr<device>& on);

    //! \p output is shown of frames: all bins, in the order that was asked for.
    bool can_show(const spectrum_output& output) const;
    bool is_centered() const { return d_centered; }
    //! Names the kernels' text: equal ids compute the same in the same way.
    const std::string& id() const { return d_passes.id(); }

    struct memory {
        buffer* samples = nullptr; //!< as frame_memory has them
        buffer* window = nullptr;
        buffer* out = nullptr; //!< float32[frames][bins]
    };
    //! Queues \p frames frames. \p workspace grows where it is needed.
    void enqueue(queue& q,
                 const memory& m,
                 frame_workspace& workspace,
                 std::uint32_t frames,
                 const spectrum_output& output) const;
    //! What enqueue() would queue, where that is one launch whose workgroups share the
    //! frames.
    std::optional<kernel_launch> shared_launch(const memory& m,
                                               std::uint32_t frames,
                                               const spectrum_output& output) const;

private:
    single_frames(const plan& p,
                  const power_request& request,
                  bool centered,
                  const std::shared_ptr<device>& on);

    executor_memory memory_of(const memory& m, const spectrum_output& output) const;

    power_request d_request;
    bool d_centered;
    executor d_passes;
    std::shared_ptr<buffer> d_edges; //!< of real samples: 1 at the bins without a mirror
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SINGLE_FRAMES_H */
