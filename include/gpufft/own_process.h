/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_OWN_PROCESS_H
#define INCLUDED_GPUFFT_OWN_PROCESS_H

//! Drivers do not work on both sides of a fork. What lists, chooses or opens a device
//! refuses there, and so do blocks as their flowgraph starts.
namespace gpufft {

//! This process was forked from one that had asked for devices: its drivers' threads did
//! not come along, and whoever waits for them does so for ever.
bool is_orphan();

//! To be called before anything that uses drivers.
//! \throws device_error  is_orphan()
void expect_drivers();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_OWN_PROCESS_H */
