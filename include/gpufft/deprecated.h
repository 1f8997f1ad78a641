/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_DEPRECATED_H
#define INCLUDED_GPUFFT_DEPRECATED_H

/*!
 * \file
 * \brief Marks what the next major version removes, in C++ and C
 *
 *     GPUFFT_DEPRECATED("1.2", "transform::norm")
 *     void set_normalization(normalization how);
 *
 * Whoever uses it is warned by the compiler: "deprecated since gpufft 1.2; use
 * transform::norm". docs/deprecations.md says when it goes.
 */
#define GPUFFT_DEPRECATED(since, instead) \
    __attribute__((deprecated("deprecated since gpufft " since "; use " instead)))

#endif /* INCLUDED_GPUFFT_DEPRECATED_H */
