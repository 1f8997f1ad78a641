/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_LOCKED_WINDOWS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_LOCKED_WINDOWS_H

#include "device/interface/device.h"
#include "survey/run/side_thread.h"
#include <cstddef>
#include <future>
#include <map>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief A mapped file, of which a window after the other is page-locked for a GPU
 *
 * From there the GPU copies at the rate of its link, and no processor core touches the
 * samples. Locking takes a core about as long as the copy takes the link, so several
 * threads lock windows ahead. One thread asks, in ascending order.
 */
class locked_windows
{
public:
    static constexpr std::size_t BYTES = std::size_t(64) << 20;

    struct window {
        const char* begin = nullptr;
        std::size_t bytes = 0;
        std::shared_ptr<host_registration> held; //!< none: the driver refused it

        const char* end() const { return begin + bytes; }
    };

    //! \param begin, bytes  of the mapping; \param until  none behind it is asked for
    locked_windows(std::shared_ptr<device> on,
                   const char* begin,
                   std::size_t bytes,
                   const char* until);
    ~locked_windows(); //!< lets go of all
    locked_windows(const locked_windows&) = delete;
    locked_windows& operator=(const locked_windows&) = delete;

    //! The end of the window that \p at lies in.
    const char* end_of_window(const char* at) const;
    //! The window that \p at lies in: waits for it, and has the next ones locked.
    window at(const char* at);
    //! Nobody copies from \p w any more.
    void forget(window w);

private:
    std::size_t number_of(const char* at) const;
    window place_of(std::size_t number) const;
    void begin_locking(std::size_t number);
    side_thread& thread_of(std::size_t number);

    const std::shared_ptr<device> d_device;
    const char* const d_begin;
    const std::size_t d_bytes;
    const char* const d_until;
    std::map<std::size_t, std::future<window>> d_coming;
    std::vector<std::unique_ptr<side_thread>> d_threads; // last: they go first
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_LOCKED_WINDOWS_H */
