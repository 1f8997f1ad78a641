/* SPDX-License-Identifier: GPL-3.0-or-later */
// Prints the CUDA text of plans over clusters, or whose tiles or rows are copied in bulk,
// or whose frames other work-items filter, as a C++ source for the host.
#include "codegen/generate/generate.h"
#include "codegen/host_text.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <iostream>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

// Why it is here, and the plan.
const char* const PLANS[][2] = {
    { "one large radix on either side",
      "c2c forward 8192: cluster | 32m3.16m3.16m3 cluster=4 padding=1,2" },
    { "the rank spans two digits, and fills cut what is left of them",
      "c2c forward 8192: cluster | 16m2.4x4m2.8x2m2.16m2 cluster=16 cluster-after=2 "
      "padding=1,0" },
    { "a group's parts cut a digit that they do not fill",
      "c2c forward 16384: cluster | 16m2.4x2m2.16m2.16m2 cluster=8 cluster-after=2" },
    { "idle work-items on both sides of the exchange",
      "c2c forward 1500: cluster | 20.15.5 cluster=5 padding=1" },
    { "idle work-items after a local exchange",
      "c2c forward 1800: cluster | 5.6.12.5 cluster=3 cluster-after=2" },
    { "an inverse of two groups",
      "c2c inverse 2048: cluster | 16.8x2.16 cluster=2 padding=1,2" },
    { "the cluster's exchange first, then local ones alone",
      "c2c forward 1024: cluster | 8.4x2.4x2.8 cluster=4 cluster-after=1" },
    { "two dimensions, the exchange between them",
      "c2c forward 32x64: cluster | 8.4x2.8d1.8d1 cluster=4 cluster-after=2" },
    { "three dimensions, the last one in the middle",
      "c2c forward 16x8x16: cluster | 16.16d2.8x2d1 cluster=4" },
    { "rows that share a tile, the last one alone",
      "c2c forward 256: cluster | 8.4x2.8 cluster=2 columns=row:2" },
    { "sent without waiting, after a local exchange",
      "c2c forward 8192: cluster | 16m2.4x4m2.8x2m2.16m2 cluster=16 cluster-after=2 "
      "cluster-async" },
    { "sent without waiting, at once",
      "c2c forward 4096: cluster | 16.16.16 cluster=4 padding=1,2 cluster-async" },
    { "conjugate pairs in a group that has some of the first stage's points",
      "r2c forward 4096: cluster | 16m3.4x4m3.4x4m3.8m3 cluster=4 padding=0,0,0,1 "
      "paired-output" },
    { "one conjugate pair a group, which has three stages",
      "r2c forward 1024: cluster | 8.8.8 cluster=4 paired-output" },
    { "an odd number of conjugate pairs, one group with what is its own conjugate",
      "r2c forward 2400: cluster | 20.4x5.15 cluster=2 paired-output" },
    { "conjugate pairs of the outputs of two stages",
      "r2c forward 8192: cluster | 16m3.8x2m3.4x4m3.8m3 cluster=4 cluster-after=2 "
      "padding=1,0,1 paired-output" },
    { "several conjugate pairs a group, after a stage in registers as far as it is "
      "filled",
      "r2c forward 4096: cluster | 8.16.4x2.4 cluster=4 cluster-after=2 paired-output" },
    { "conjugate pairs of the outputs of two stages sent without waiting",
      "r2c forward 8192: cluster | 16m3.8x2m3.4x4m3.8m3 cluster=4 cluster-after=2 "
      "cluster-async paired-output" },
    { "conjugate pairs sent without waiting",
      "r2c forward 4096: cluster | 16m3.4x4m3.4x4m3.8m3 cluster=4 cluster-async "
      "paired-output" },
    { "bins of a c2r, each point from two of any group's part of the row",
      "c2r inverse 4096: cluster | 16m3.16m3.8m3 cluster=4 padding=0,0,1 "
      "cluster-balanced" },
    { "bins of a c2r, the exchange after two stages",
      "c2r inverse 8192: cluster | 16m3.8x2m3.4x4m3.8m3 cluster=4 cluster-after=2" },
    { "bins of a c2r of two dimensions",
      "c2r inverse 32x64: cluster | 32m3.32m3d1 cluster=4" },
    { "joined stages that hold more than each other's digit",
      "c2c forward 32x32: stockham | 8.8d1.4x8.4x8d1 padding=0,1" },
    { "joined stages in another exchange order, the tile in bulk",
      "c2c forward 32x32: stockham | 8.8d1.4x8d1.4x8 bulk-input exchange-order=2,1,3,4 "
      "padding=0,4,1" },
    { "joined stages of one dimension, the tile in bulk",
      "c2c forward 1024: stockham | 16.16.2x8.2x8 bulk-input" },
    { "tiles in bulk, idle subgroups in the first stage",
      "c2c forward 1024: stockham | 16.4x2.16 bulk-input" },
    { "tiles in bulk, the last one of fewer rows",
      "c2c forward 64: stockham | 8.8 columns=row:2 bulk-input padding=1" },
    { "tiles in bulk of an inverse of two dimensions",
      "c2c inverse 16x32: stockham | 16.8x2d1.4x4d1 bulk-input padding=0,1" },
    { "tiles in bulk of pairs of reals, whose bins are stored from registers",
      "r2c forward 512: stockham | 8.8.4 bulk-input paired-output padding=1" },
    { "tiles in bulk of pairs of reals, whose bins go through local memory",
      "r2c forward 512: stockham | 8.8.4x2 bulk-input padding=1" },
    { "tiles in bulk, staged output",
      "c2c forward 64: stockham | 8.8 columns=row:2 bulk-input staged-output" },
    { "rows for Rader that leave in bulk, the last one alone",
      "c2c forward 61: rader | 10.6 convolves load=c2c.rader store=c2c.rader "
      "columns=row:2 staged-input staged-output bulk-output" },
    { "rows for Rader that a work-item loads two elements at a time",
      "c2c forward 61: rader | 10.6 convolves load=c2c.rader store=c2c.rader "
      "columns=row:2 staged-input staged-output bulk-output loads-in-flight=2" },
    { "rows for Rader in bulk both ways, every second one at an odd element",
      "c2c forward 61: rader | 10.6 convolves load=c2c.rader store=c2c.rader "
      "staged-input staged-output bulk-input bulk-output" },
    { "three rows of an odd length in bulk both ways, whose parts are exchanged",
      "c2c inverse 61: rader | 12.5 convolves load=c2c.swap.rader "
      "store=c2c.swap.rader columns=row:3 staged-input staged-output bulk-input "
      "bulk-output prime-factor columns-fastest" },
    { "frames that are filtered, of four rows a subgroup, all places in one turn",
      "c2c forward 64, windowed, taps per branch 5, input distance 64: stockham | 8.8 "
      "columns=row:4 staged-input filter-items=64 padding=1" },
    { "frames that are filtered, two residues a work-item, of an inverse",
      "c2c inverse 64, windowed, taps per branch 4, input distance 64: stockham | 8.8 "
      "columns=row:4 staged-input filter-items=32 padding=1" },
    { "frames that are filtered, two points of a residue, two subgroups of two rows",
      "c2c forward 256, windowed, taps per branch 3, input distance 128: stockham | "
      "16.16 columns=row:4 staged-input filter-items=128 padding=1" },
    { "frames that are filtered, three new samples of each residue",
      "c2c forward 64, windowed, taps per branch 7, input distance 96: stockham | 8.8 "
      "columns=row:8 staged-input filter-items=32 padding=1" },
    { "frames that are filtered, a turn that begins twice",
      "c2c forward 128, windowed, taps per branch 2, input distance 128: stockham | "
      "16.8x2 columns=row:4 staged-input filter-items=64 padding=1" },
    { "frames that are filtered, a row a subgroup, two residues of two points",
      "c2c forward 1024, windowed, taps per branch 2, input distance 512: stockham | "
      "32.32 columns=row:2 staged-input filter-items=256 padding=1" },
    { "double precision", "c2c forward 512, float64: cluster | 8.8.8 cluster=4" },
    { "doubles sent without waiting, after a local exchange, balanced",
      "c2c forward 4096, float64: cluster | 8m3.8x2m3.4x4m3.16m3 padding=0,1 cluster=4 "
      "cluster-after=2 cluster-balanced" },
    { "a convolution over the cluster, with what waits at the turnaround step",
      "c2c forward 243: bluestein | 32.16 convolves load=c2c.bluestein "
      "store=c2c.bluestein caller-length=243 cluster=4" },
    { "a convolution after two stages, those that follow within the group",
      "c2c forward 1009: bluestein | 8.4x2.8x4.8x4 convolves load=c2c.bluestein "
      "store=c2c.bluestein caller-length=1009 cluster=4 cluster-after=2 padding=1,0,1" },
    { "a convolution with idle work-items on both sides of the exchange",
      "c2c forward 719: bluestein | 20.15.5 convolves load=c2c.bluestein "
      "store=c2c.bluestein caller-length=719 cluster=5 padding=1,2,0,1" },
};

} // namespace

int main()
{
    std::cout << "#include \"codegen/cluster_text.h\"\n\n";
    std::string plans, kernels;
    int count = 0;
    for (const auto& [why, line] : PLANS) {
        const auto source = generate_kernels(parse_plan(line), cuda_dialect()).front();
        const auto inside = fmt::format("case_{}", count++);
        std::cout << "// " << why << "\n" << host_text(source, inside);
        plans += fmt::format("    \"{}\",\n", line);
        kernels += fmt::format("    {},\n", host_call(source, inside));
    }
    std::cout << "const char* const CLUSTER_PLANS[] = {\n"
              << plans << "};\n\nconst cluster_kernel CLUSTER_KERNELS[] = {\n"
              << kernels << "};\n\nconst int CLUSTER_COUNT = " << count << ";\n";
}
