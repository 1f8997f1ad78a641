/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_API_H
#define INCLUDED_GR_GPUFFT_API_H

#include <gnuradio/attributes.h>

#ifdef gnuradio_gpufft_EXPORTS
#define GPUFFT_API __GR_ATTR_EXPORT
#else
#define GPUFFT_API __GR_ATTR_IMPORT
#endif

#endif /* INCLUDED_GR_GPUFFT_API_H */
