/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_EXEC_SELF_TEST_CLUSTER_MUTANTS_H
#define INCLUDED_GPUFFT_TESTS_EXEC_SELF_TEST_CLUSTER_MUTANTS_H

#include "codegen/cluster_text.h"

//! CUDA kernels, each with a fault in one part and without it, compiled for the host:
//! print_cluster_mutants.cc writes them.
struct cluster_mutant {
    const char* why;
    const char* line; // of a plan
    cluster_kernel right, wrong;
};

extern const cluster_mutant CLUSTER_MUTANTS[];
extern const int CLUSTER_MUTANT_COUNT;

#endif /* INCLUDED_GPUFFT_TESTS_EXEC_SELF_TEST_CLUSTER_MUTANTS_H */
