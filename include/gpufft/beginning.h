/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BEGINNING_H
#define INCLUDED_GPUFFT_BEGINNING_H

namespace gpufft {

//! What is there when something that computes on a device is made.
enum class beginning {
    compiled, //!< its kernels, tested
    at_once,  //!< those of a CPU device that take a while come later: until then the host
              //!< computes, in double precision
};

//! By $GPUFFT_BEGIN: `compiled` where that says so, else `at_once`.
beginning default_beginning();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_BEGINNING_H */
