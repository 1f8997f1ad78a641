/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_PROBE_PROBE_H
#define INCLUDED_GPUFFT_LIB_TUNE_PROBE_PROBE_H

#include "device/interface/device.h"
#include "plan/wisdom/wisdom_store.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Short measurements of a device, by name; units are in the names
 *
 * copy_gb_per_s           within the device, bytes read and bytes written together
 * launch_us               from a launch to the next in a queue that is full
 * round_trip_us           from a launch to its end, known to the host
 * local_memory_banks      of four bytes; 0: which words lie beside each other is all the
 *                         same. Not on CPU devices
 * l1_bytes, l2_bytes      first-level data cache and second-level cache of a core: the
 *                         largest size in use that mostly is found there. On CPU devices
 * issue_bits              of a vector that one instruction computes at once: all of the
 *                         widest, or half of it where that takes as long for two. On CPU
 *                         devices of vectors
 * fast_register_bytes     that a work-item may hold before operations take longer, since
 *                         some wait in memory; at least that many, where it is the most
 *                         that was tried. 0: the compiler refused what measures it
 * locked_up_gb_per_s      from page-locked memory of the host to the device
 * locked_down_gb_per_s    the way back
 * locked_both_gb_per_s    both at once, together
 * pageable_up_gb_per_s    from and to ordinary memory
 * pageable_down_gb_per_s
 * seconds                 that all of it took: about 1, compiling a kernel included
 *
 * Never more than 2 s: what the device has no memory for is left out, and what is not
 * done by then, which a thread of its own ends by itself. What has not begun after 1.5 s
 * is not begun; that of the registers, for which a compiler takes its time, after 1 s.
 * \throws device_error, build_error
 */
std::map<std::string, double> probe(const std::shared_ptr<device>& on);

//! Names that \p numbers of probe() should have on a device of \p limits, and have not:
//! the time was over.
std::vector<std::string> left_out(const std::map<std::string, double>& numbers,
                                  const device_limits& limits);

//! What was probed before with the same driver and version, or else now, and kept where
//! nothing was left out for want of time.
probe_record known_probe(const std::shared_ptr<device>& on, wisdom_store& kept);

/*!
 * \brief How many banks local memory has, from the time that reads take whose neighbours
 * are 1, 2, 4 ... words apart
 *
 * All words are in one bank from that distance on which takes longest: it is the number
 * of banks. 0 where no distance takes much longer than the first.
 */
int banks_by_times(const std::vector<double>& times);

//! Bits that one instruction computes at once, from the time an operation on all of a
//! vector of \p lanes floats takes, \p whole, and one on half of it, \p half.
int issue_bits_by_times(int lanes, double whole, double half);

//! How many values stay in registers: the last of \p values, ascending, with which an
//! operation takes no more than JUMP times the least of \p times, a time an operation
//! for each.
int fast_values(const std::vector<int>& values, const std::vector<double>& times);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_PROBE_PROBE_H */
