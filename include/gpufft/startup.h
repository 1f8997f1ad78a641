/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_STARTUP_H
#define INCLUDED_GPUFFT_STARTUP_H

namespace gpufft {

//! What is there when something that computes on a device is made.
enum class startup {
    compiled,      //!< its kernels, tested
    host_fallback, //!< those of a CPU device that take a while come later: until then the
                   //!< host computes, in double precision
};

//! By $GPUFFT_BEGIN: `compiled` where that says so, else `host_fallback`.
startup default_startup();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_STARTUP_H */
