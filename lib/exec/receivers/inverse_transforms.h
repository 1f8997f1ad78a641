/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_INVERSE_TRANSFORMS_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_INVERSE_TRANSFORMS_H

#include "exec/rows/stream_executor.h"
#include <gpufft/effort.h>
#include <gpufft/startup.h>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace gpufft {

/*!
 * \brief The inverse transforms of a channel_bank, one for each length that channels have
 *
 * Made when they are first asked for. Where there are many, the oldest of those go that
 * neither this call nor the one before has asked for. From any thread; what of() has
 * given stays good while it is held.
 */
class inverse_transforms
{
public:
    inverse_transforms(const std::string& device, effort how, startup begins);

    //! The transform of \p points points, made where there is none. \throws device_error,
    //! build_error
    std::shared_ptr<stream_executor> of(std::int64_t points);
    //! Another call of the channel_bank begins.
    void next_call();
    std::size_t count() const;
    //! Nothing is in flight. \throws device_error
    void renew_slots();

private:
    struct entry {
        std::shared_ptr<stream_executor> executor;
        std::uint64_t asked = 0; //!< the last call that did
    };
    void drop_oldest();

    const std::string d_device;
    const effort d_how;
    const startup d_begins;
    mutable std::mutex d_mutex;
    std::uint64_t d_call = 0;
    std::map<std::int64_t, entry> d_entries;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_INVERSE_TRANSFORMS_H */
