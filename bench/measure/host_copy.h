/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_MEASURE_HOST_COPY_H
#define INCLUDED_GPUFFT_BENCH_MEASURE_HOST_COPY_H

namespace gpufft::app {

//! Bytes a second, read and written, of copying memory of the host that caches do not
//! hold with memcpy in \p threads threads; the best of several rounds.
double host_copy_rate(int threads);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_MEASURE_HOST_COPY_H */
