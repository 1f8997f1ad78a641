/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_PASSED_AVERAGE_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_PASSED_AVERAGE_H

#include "exec/frames/spectra/spectrum_slot.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gpufft {

/*!
 * \brief The average under way, which each submission goes on from and leaves
 *
 * It is float32[bins] in one of several buffers of the device, one more than there are
 * submissions in flight, so that none of them writes what another one reads; and a copy
 * on the host of that which the submission waited for last has left.
 */
class passed_average
{
public:
    //! Memory for averages of \p bytes, with \p depth submissions in flight.
    void make_memory(device& on, std::size_t bytes, std::size_t depth);

    //! How many submissions have been started.
    std::uint64_t started() const { return d_started; }
    //! What the submission of \p b, the next one, goes on from, and where it leaves what.
    state_passage passage(const spectrum_batch& b) const;
    //! The submission was started on \p slot with averages of kind \p how.
    void has_started(average how, const spectrum_slot& slot);
    //! The oldest submission was waited for; \p slot had it.
    void has_finished(const spectrum_slot& slot);
    //! No submission is in flight any more, and nobody waits for those that were.
    void abandon_all() { d_finished_count = d_started; }
    //! The device's average was on a queue that goes: the next one begins anew.
    void forget_device();

    //! The average after the last submission that was waited for. It is copied here and
    //! not before: one of a million bins takes longer to copy than to compute.
    average_state state() const;
    //! The next submission goes on from \p s, which is on the host.
    void go_on_from(const average_state& s);

private:
    using powers = std::shared_ptr<const std::vector<float>>;

    std::vector<std::shared_ptr<buffer>> d_on_device;
    std::vector<std::shared_ptr<host_buffer>> d_on_host; // as many
    std::uint64_t d_started = 0, d_finished_count = 0;

    // After the last submission that was started.
    std::uint64_t d_frames = 0;
    std::optional<average> d_kind; // none: that of whatever comes next
    std::shared_ptr<event> d_combined;
    powers d_from_host; // where the device has it not

    // After the last submission that was waited for.
    std::uint64_t d_finished_frames = 0;
    const float* d_finished = nullptr;
    powers d_finished_from_host; // holds it, or nothing
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_PASSED_AVERAGE_H */
