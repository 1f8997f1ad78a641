/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_CASES_PREPARED_CASE_H
#define INCLUDED_GPUFFT_BENCH_CASES_PREPARED_CASE_H

#include "bench/cases/bench_case.h"
#include "exec/executor/executor.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gpufft::app {

//! A folder for kernels that is empty at first and gone with this: the cost of first use
//! is measured in it. Lives before the device is opened, and as long as that.
class empty_kernel_cache
{
public:
    empty_kernel_cache();
    ~empty_kernel_cache();
    empty_kernel_cache(const empty_kernel_cache&) = delete;
    empty_kernel_cache& operator=(const empty_kernel_cache&) = delete;

    //! Removes all files that were kept since, not their folders. Drivers of OpenCL know
    //! what they compiled without the files.
    void clear() const;

private:
    std::string d_folder;
};

//! Plans that are to be used instead of the planner's, by to_string() of the transform.
using given_plans = std::map<std::string, plan>;

//! Reads the file \p path, a plan in each line; empty lines and what begins with # is
//! skipped. \throws std::runtime_error  names the file and the line
given_plans read_plans(const std::string& path);

//! A case whose kernels are there.
struct prepared_case {
    bench_case asked;
    std::shared_ptr<executor> run; //!< nullptr: it failed
    std::string failure;
    double cold_s = 0; //!< plan, compile, upload the tables; nothing was cached
    double warm_s = 0; //!< the same with the kernels in the cache on disk
};

//! How the cost of first use is measured.
struct first_use_rules {
    int jobs = 1;  //!< cases whose kernels compile at a time, of cold ones
    int times = 1; //!< each case is used first so often, of which the median counts
};

//! Prepares all of them; \p cache is empty before each round of cold ones.
std::vector<prepared_case> prepare_cases(const std::vector<bench_case>& cases,
                                         const given_plans& plans,
                                         const std::shared_ptr<device>& on,
                                         const empty_kernel_cache& cache,
                                         const first_use_rules& rules);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_CASES_PREPARED_CASE_H */
