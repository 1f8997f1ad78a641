/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_SHARED_RUNS_H
#define INCLUDED_GPUFFT_APPS_FILES_SHARED_RUNS_H

#include "apps/options/command.h"
#include "apps/options/options.h"
#include <cstdint>
#include <string>

// Several machines run one command, and share the work by a survey's claims.

namespace gpufft::app {

//! \p args without the options \p names, and their values. Words behind "--" are no
//! options.
arguments without_options(const arguments& args, const std::vector<std::string>& names);

/*!
 * \brief A script for sbatch: an array job of \p tasks tasks, each of which runs
 * `gpufft process` with \p args, where this program was called
 *
 * \param survey    names the job
 * \param has_gpus  a GPU is asked for each task; else the line for it is a comment
 */
std::string slurm_script(const arguments& args,
                         std::int64_t tasks,
                         const std::string& survey,
                         bool has_gpus);

/*!
 * \brief Has the workers of the Dask scheduler \p address run `gpufft process` with
 * \p args
 *
 * \param resources  of a task: "GPU=1"; "": none
 * \throws std::runtime_error  this build has no Python
 */
[[noreturn]] void run_on_dask(const arguments& args,
                              const std::string& address,
                              const std::string& resources);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_SHARED_RUNS_H */
