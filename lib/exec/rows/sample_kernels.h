/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_SAMPLE_KERNELS_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_SAMPLE_KERNELS_H

#include "exec/executor/executor.h"
#include <memory>

namespace gpufft {

/*!
 * \brief The kernels of \p floats, with a first pass that reads whole numbers
 *
 * They are unchanged as floats, but for those of a converter whose zero is 127.5, which
 * that is subtracted from. Both kinds of kernels have computed the same from some rows.
 * \return nullptr: the first pass does not read them, or the kernels differ
 * \throws device_error
 */
std::shared_ptr<executor> executor_of_samples(const executor& floats,
                                              sample_format format);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_SAMPLE_KERNELS_H */
