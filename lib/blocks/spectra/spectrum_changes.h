/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_CHANGES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_CHANGES_H

#include "blocks/running/plan_user.h"
#include "blocks/spectra/spectrum_settings.h"
#include <gpufft/effort.h>
#include <gpufft/startup.h>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief The settings that a spectrum block shall have, on their way to the thread that
 * computes
 *
 * Any thread changes them, and pays for it: kernels are built by the caller, so that the
 * stream goes on meanwhile. The computing thread looks whether there is something new,
 * and takes all of it at once.
 */
class spectrum_changes : public plan_user
{
public:
    using executor_ptr = std::shared_ptr<::gpufft::frame_executor>;
    using edit = std::function<void(spectrum_settings&)>;

    struct wanted {
        spectrum_settings settings;
        std::uint64_t resets = 0;  //!< asked for so far
        std::uint64_t skips = 0;   //!< asked for so far
        std::uint64_t to_skip = 0; //!< samples, by the last of these
    };

    explicit spectrum_changes(const spectrum_settings& s) : d_wanted{ s } {}

    //! Applies \p change to the settings, checks them and builds what they need.
    //! \throws plan_error, build_error, device_error  and nothing has changed
    void change(const edit& change);
    void reset();
    //! The next frame begins \p samples samples behind the end of the last one, or behind
    //! its hop where that is less.
    void skip(std::uint64_t samples);

    spectrum_settings settings() const { return take().settings; }

    //! The transform in it.
    ::gpufft::transform request() const override { return executor()->front(); }
    std::shared_ptr<::gpufft::device> on() const override { return executor()->on(); }
    bool has_kernels() const override { return executor()->has_kernels(); }
    bool plan_switch() override;

    // For the computing thread.

    //! Counts changes: has another value where there is something new.
    std::uint64_t version() const;
    wanted take() const;
    //! What the stream itself tells, through tags; makes no new version.
    void note(const edit& change);

    //! The executor in use.
    executor_ptr executor() const;
    //! The name of its device.
    std::string device() const;
    //! \param how  it was planned with
    void
    set_executor(executor_ptr executor, const std::string& device, ::gpufft::effort how);
    //! One on the device in use as \p s says, in place of that in use: change() has built
    //! it, unless the device has become another since, or plan_switch() has.
    //! \return nullptr  that in use will do
    executor_ptr next_for(const spectrum_settings& s, bool has_other_hop);

private:
    ::gpufft::effort effort() const; //!< of the executor in use

    std::mutex d_change_mutex; // one change at a time; before the other
    mutable std::mutex d_mutex;
    wanted d_wanted;
    std::uint64_t d_version = 0;
    executor_ptr d_executor;
    std::string d_device;
    ::gpufft::effort d_effort = ::gpufft::effort::wisdom;
    struct {
        executor_ptr executor;
        std::string device;
        std::int64_t hop = 0;
    } d_spare;
};

//! One on \p device as \p s says.
spectrum_changes::executor_ptr make_executor(const spectrum_settings& s,
                                             const std::string& device,
                                             ::gpufft::effort how,
                                             ::gpufft::startup begins);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_CHANGES_H */
