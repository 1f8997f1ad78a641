/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_KEPT_VERDICTS_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_KEPT_VERDICTS_H

#include <gpufft/devices.h>
#include <mutex>
#include <set>
#include <string>

namespace gpufft {

/*!
 * \brief What a verdict holds for on a device
 *
 * It holds for the same product with the same driver: in this process and, where compiled
 * kernels are kept, until those are thrown away. Safe from several threads.
 */
class kept_verdicts
{
public:
    explicit kept_verdicts(std::string verdict) : d_verdict(std::move(verdict)) {}

    bool has(const std::string& id, const device_info& on);
    void note(const std::string& id, const device_info& on);
    //! In this process alone.
    void note_here(const std::string& id, const device_info& on);

private:
    const std::string d_verdict;
    std::mutex d_mutex;
    std::set<std::string> d_here; //!< in this process
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_KEPT_VERDICTS_H */
