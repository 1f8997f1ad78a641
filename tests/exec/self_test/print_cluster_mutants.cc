/* SPDX-License-Identifier: GPL-3.0-or-later */
// Prints CUDA text of plans over clusters, or whose tiles or rows are copied in bulk,
// with a fault in one part and without it, as a C++ source for the host.
#include "codegen/generate/generate.h"
#include "codegen/host_text.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <iostream>
#include <regex>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct mutant {
    const char* why;
    const char* line; // of a plan
    const char* from; // a regular expression
    const char* to;
};

constexpr const char* AT_ONCE = "c2c forward 512: cluster | 8.8.8 padding=1 cluster=4";
constexpr const char* COUNTED = "c2c forward 1024: cluster | 8.4x2.4x2.8 cluster=4 "
                                "cluster-after=2 cluster-async";
constexpr const char* PAIRED =
    "r2c forward 1024: cluster | 8.8.8 cluster=4 paired-output";
constexpr const char* ROWS = "c2c forward 256: cluster | 8.4x2.8 cluster=2 columns=row:2";
constexpr const char* BACK = "c2c forward 243: bluestein | 32.16 convolves "
                             "load=c2c.bluestein store=c2c.bluestein caller-length=243 "
                             "cluster=4";
constexpr const char* BULK = "c2c forward 64: stockham | 8.8 columns=row:2 bulk-input "
                             "padding=1";
constexpr const char* ROWS_OUT =
    "c2c forward 61: rader | 10.6 convolves load=c2c.rader store=c2c.rader columns=row:2 "
    "staged-input staged-output bulk-output";
constexpr const char* ODD_ROWS =
    "c2c inverse 61: rader | 12.5 convolves load=c2c.swap.rader store=c2c.swap.rader "
    "columns=row:3 staged-input staged-output bulk-input bulk-output prime-factor";

const mutant MUTANTS[] = {
    { "a point that one group sends",
      AT_ONCE,
      R"(remote_store\(place2, x4\))",
      "remote_store(place2, rank == 3 ? x5 : x4)" },
    { "two groups send to each other's places",
      AT_ONCE,
      R"((place = local_address\(exchange.*)16 \* n2_top\))",
      "$& ^ (n2_top > 1 ? 128u : 0u)" },
    { "the twiddles of one group",
      AT_ONCE,
      R"(k = k1_low \+ 2 \* k1_top;)",
      "k = k1_low + 2 * (k1_top == 2 ? 3 : k1_top);" },
    { "a group goes on before all has come",
      AT_ONCE,
      R"((const float2 w7 = powers\[48\];\n *)cluster_wait\(\);)",
      "$1if (rank != 2) cluster_wait();" },
    { "nobody waits for points", COUNTED, R"(barrier_wait\(has_come\);)", "" },
    { "a point that is counted",
      COUNTED,
      R"(remote_store\(place3 \+ 256, x7)",
      "remote_store(place3 + 256, rank == 1 ? x6 : x7" },
    { "the later twiddles of one group",
      COUNTED,
      R"(k = k1 \+ 8 \* k2;)",
      "k = k1 + 8 * (k2 == 3 ? 1 : k2);" },
    { "the root of a pair",
      PAIRED,
      R"(root_of_1024\(twiddles, pair\))",
      "root_of_1024(twiddles, pair == 11 ? 10 : pair)" },
    { "an output in the registers of one work-item",
      PAIRED,
      R"(pair \? x13 : x6)",
      "pair ? x13 : x5" },
    { "the second row of a tile",
      ROWS,
      R"(row = min\(2 \* group \+ column, rows - 1\);)",
      "row = min(2 * group + (rank == 1 ? 0 : column), rows - 1);" },
    { "a point that comes back",
      BACK,
      R"(remote_store\(place1(.*), x5\);)",
      "remote_store(place1$1, rank == 2 ? x4 : x5);" },
    { "the end of the second row of a tile in bulk",
      BULK,
      R"(512 \* min\(rows - row, 2u\))",
      "512 * min(rows - row, 2u) - (rows - row > 1 ? 16 : 0)" },
    { "the second row of a tile in bulk is the first one",
      BULK,
      R"(exchange \+ 64 \* column;)",
      "exchange + 64 * (column & 0);" },
    { "nobody waits for what came in bulk to be taken",
      BULK,
      R"(__syncthreads\(\);(\n *slot\[0\] = x0;\n *slot\[9\]))",
      "$1" },
    { "rows leave from a wrong place",
      ROWS_OUT,
      R"(bulk_store\(to, exchange \+ 120,)",
      "bulk_store(to, exchange + 118," },
    { "the end of the second row that leaves", ROWS_OUT, R"(, 976\))", ", 960)" },
    { "the first row leaves in place of the second one",
      ROWS_OUT,
      R"(float2\* const row_points = exchange \+ \(61 \* column \+ 120\);(\n.*indices.*60;))",
      "float2* const row_points = exchange + (61 * (column & 0) + 120);$1" },
    { "one workgroup's rows leave to another one's",
      ROWS_OUT,
      R"(\* to = out \+ \(unsigned long long\)row)",
      "* to = out + (unsigned long long)(row == 2 ? 0 : row)" },
    { "rows leave before work-items have seen to it that they are seen",
      ROWS_OUT,
      R"(bulk_fence\(\);)",
      "" },
    { "one work-item's points leave before it has seen to it that they are seen",
      ROWS_OUT,
      R"(bulk_fence\(\);)",
      "if (t != 7) bulk_fence();" },
    { "rows leave before all points are there",
      ROWS_OUT,
      R"((bulk_fence\(\);\n *)__syncthreads\(\);)",
      "$1" },
    { "an output whose place is another one's",
      ROWS_OUT,
      R"(look_up\[6\]\] = )",
      "look_up[column ? 12 : 6]] = " },
    { "output 0 of the second row",
      ROWS_OUT,
      R"((exchange\[first\] = complex_of\()zero.x)",
      "$1(column ? 0 : zero.x)" },
    { "a row that is the last of an unfilled tile, element by element",
      ROWS_OUT,
      R"(count = min\(rows - row, 2\) \* 61;)",
      "count = min(rows - row, 2) * 61 - (rows == row + 1);" },
    { "the element left over of rows at an odd element",
      ODD_ROWS,
      R"((const uint left = shift \? )0 : 182;(\n *to))",
      "$011 : 182;$2" },
    { "rows at an odd element leave as if they were at an even one",
      ODD_ROWS,
      R"(bulk_store\(to \+ shift, exchange \+ 180 \+ 2 \* shift)",
      "bulk_store(to + shift, exchange + 180" },
    { "nobody waits for rows that come in bulk",
      ODD_ROWS,
      R"(barrier_wait\(barrier\);)",
      "" },
    { "parts of what came in bulk are not exchanged",
      ODD_ROWS,
      R"(x3 = exchanged\(row_points\[look_up\[15\]\]\))",
      "x3 = row_points[look_up[15]]" },
};

kernel_source changed(const mutant& m, kernel_source source)
{
    const auto text = std::regex_replace(source.text, std::regex(m.from), m.to);
    if (text == source.text)
        throw std::runtime_error(std::string(m.why) + ": nothing was changed");
    source.text = text;
    return source;
}

} // namespace

int main()
{
    std::cout << "#include \"exec/self_test/cluster_mutants.h\"\n\n";
    std::string all;
    int count = 0;
    for (const auto& m : MUTANTS) {
        const auto right = generate_kernels(parse_plan(m.line), cuda_dialect()).front();
        const auto wrong = changed(m, right);
        const auto r = fmt::format("right_{}", count), w = fmt::format("wrong_{}", count);
        std::cout << host_text(right, r) << host_text(wrong, w);
        all += fmt::format("    {{ \"{}\", \"{}\",\n    {},\n    {} }},\n",
                           m.why,
                           m.line,
                           host_call(right, r),
                           host_call(wrong, w));
        ++count;
    }
    std::cout << "const cluster_mutant CLUSTER_MUTANTS[] = {\n"
              << all << "};\n\nconst int CLUSTER_MUTANT_COUNT = " << count << ";\n";
}
