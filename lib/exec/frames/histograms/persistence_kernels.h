/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_KERNELS_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_KERNELS_H

#include "exec/frames/frame_front.h"
#include "exec/frames/histograms/column_histogram.h"
#include "exec/frames/histograms/level_histogram.h"
#include "exec/frames/histograms/persistence_executor.h"
#include "exec/frames/spectra/single_frames.h"
#include <functional>
#include <memory>
#include <optional>

namespace gpufft {

//! What all slots compute with.
struct persistence_kernels {
    using checked = std::function<void(const persistence_kernels& kernels)>;

    //! \param check  throws where they are not to be used, as frame_front says
    persistence_kernels(const persistence_request& request,
                        const std::shared_ptr<device>& on,
                        effort by,
                        const checked& check);
    //! Plans and sizes without kernels, as frame_front::planned() has them.
    static persistence_kernels planned(const persistence_request& request,
                                       const std::shared_ptr<device>& on,
                                       effort by);

    std::size_t max_frames() const; //!< of one submission
    std::size_t state_bytes() const;
    std::size_t counts_bytes() const;

    //! From samples to powers. Without kernels where there are `singles`: its plan, then,
    //! only says how large submissions are.
    const frame_front& front() const { return *d_front; }
    //! On CPU devices with vectors, from samples to decibels; nullptr: front() computes.
    std::shared_ptr<const single_frames> singles;
    //! One of these: on CPU devices and on others.
    std::optional<column_histogram> columns;
    std::optional<level_histogram> levels;

private:
    persistence_kernels() = default;

    std::optional<frame_front> d_front;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_KERNELS_H */
