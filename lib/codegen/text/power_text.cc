/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/kernel_head.h"
#include "codegen/text/power_text.h"
#include "plan/ir/enum_names.h"

namespace gpufft {

namespace {

const char CUDA_WORDS[] = R"(
typedef unsigned int uint;
)";

} // namespace

void emit_power_functions(source_writer& w, const dialect& d, const accumulations& how)
{
    w.put("// |z|^2");
    w.line("{} float power_of(float2 z) {{ return z.x * z.x + z.y * z.y; }}", d.function);
    w.blank();
    if (!how.has_extremes())
        return;
    w.put("// fmax() and fmin() pass over NaN, so that what is not finite counts as "
          "nothing.");
    if (d.is_cuda())
        w.put("#define NAN __int_as_float(0x7fc00000)");
    w.line("{} float finite_or_nan(float p) {{ return isfinite(p) ? p : NAN; }}",
           d.function);
    w.blank();
}

const char* nothing_accumulated(accumulation how)
{
    return accumulations(how).has_extremes() ? "NAN" : "0.0f";
}

std::string accumulated(accumulation how, const std::string& s, const std::string& p)
{
    switch (how) {
    case accumulation::highest:
        return fmt::format("fmax({}, {})", s, p);
    case accumulation::lowest:
        return fmt::format("fmin({}, {})", s, p);
    default:
        return fmt::format("{} + {}", s, p);
    }
}

namespace {

std::string
accumulate_statement(accumulation how, const std::string& s, const std::string& p)
{
    switch (how) {
    case accumulation::sum:
        return fmt::format("{0} = keep * {0} + {1};", s, p);
    case accumulation::square:
        return fmt::format("{0} = {0} + {1} * {1};", s, p);
    default:
        return fmt::format(
            "{} = {};", s, accumulated(how, s, "finite_or_nan(" + p + ")"));
    }
}

} // namespace

std::vector<std::string> accumulators(const accumulations& how, const std::string& q)
{
    std::vector<std::string> all;
    for (const auto each : how.planes())
        all.push_back(how == each ? "s" + q : fmt::format("{}{}", name_of(each), q));
    return all;
}

std::vector<std::string> accumulate_statements(const accumulations& how,
                                               const std::string& q,
                                               const std::string& p)
{
    const auto planes = how.planes();
    const auto into = accumulators(how, q);
    std::vector<std::string> all;
    const bool is_named = planes.size() > 1 || how == accumulation::square;
    const auto power = is_named ? "p" + q : p;
    if (is_named)
        all.push_back(fmt::format("const float {} = {};", power, p));
    for (std::size_t i = 0; i < planes.size(); ++i)
        all.push_back(accumulate_statement(planes[i], into[i], power));
    return all;
}

std::string reads(const dialect& d, const char* type, const char* name)
{
    return fmt::format("{}const {}{}{}", d.global, type, d.restricted, name);
}

std::string writes(const dialect& d, const char* type, const char* name)
{
    return fmt::format("{}{}{}{}", d.global, type, d.restricted, name);
}

std::string takes(const char* type, const char* name)
{
    return fmt::format("const {} {}", type, name);
}

helper_text::helper_text(const dialect& words,
                         helper_kernel which,
                         const std::string& name)
    : d(words), d_which(which), d_name(name)
{
    d_launch.work_items = HELPER_ITEMS;
    d_launch.groups_in_part = groups_in_part(d, d_launch);
}

helper_text
helper_text::of_shares(const dialect& words, helper_kernel which, const std::string& name)
{
    helper_text result(words, which, name);
    result.d_launch = launch_facts();
    result.d_launch.shares_work = true;
    return result;
}

void helper_text::describe(const std::vector<std::string>& lines)
{
    w.line("// gr-gpufft {}, {}", GPUFFT_VERSION, d_name);
    w.put("//");
    for (const auto& line : lines)
        w.put("// " + line);
    if (d.is_cuda())
        w.raw(CUDA_WORDS);
    w.blank();
}

void helper_text::open_head(const std::vector<std::string>& arguments)
{
    open_kernel(w, d, { d_name, arguments, d_launch });
    w.line("const uint t = {};", d.item);
    w.line("const uint group = {};", d.group);
}

void helper_text::open_group(const std::vector<std::string>& arguments,
                             std::int64_t local_bytes)
{
    d_launch.local_memory_bytes = local_bytes;
    open_head(arguments);
}

void helper_text::put_row_and_index(const char* index, const std::string& count)
{
    w.line("const uint groups = ({} + {}) / {}; // of a row",
           count,
           HELPER_ITEMS - 1,
           HELPER_ITEMS);
    w.put("const uint row = group / groups;");
    w.line("const uint {} = group % groups * {} + t;", index, HELPER_ITEMS);
}

void helper_text::open(const std::vector<std::string>& arguments,
                       const char* index,
                       const std::string& count,
                       bool has_rows)
{
    open_head(arguments);
    if (has_rows)
        put_row_and_index(index, count);
    else
        w.line("const uint {} = group * {} + t;", index, HELPER_ITEMS);
    leave_out(index, count);
}

void helper_text::open_share(const std::vector<std::string>& arguments,
                             const char* index,
                             const std::string& count,
                             const std::string& rows)
{
    open_kernel(w, d, { d_name, arguments, d_launch });
    w.line("const {} group = {}, groups = {};", d.wide_unsigned, d.group, d.group_count);
    w.line("const uint in_row = ({} + {}) / {};", count, HELPER_BLOCK - 1, HELPER_BLOCK);
    w.line("const {} blocks = ({}){} * in_row;", d.wide_unsigned, d.wide_unsigned, rows);
    w.put("const uint end_block = (uint)(blocks * (group + 1) / groups);");
    w.open("for (uint block = (uint)(blocks * group / groups); block < end_block; "
           "++block)");
    w.put("const uint row = block / in_row;");
    w.line("const uint {} = block % in_row * {};", index, HELPER_BLOCK);
}

void helper_text::leave_out(const char* index, const std::string& count)
{
    w.line("if ({} >= {})", index, count);
    w.put("    return;");
    w.blank();
}

void helper_text::open_together(const std::vector<std::string>& arguments,
                                const char* index,
                                const std::string& count)
{
    open_head(arguments);
    put_row_and_index(index, count);
}

kernel_source helper_text::close(computation computes)
{
    w.close();
    computes.helper = d_which;
    return { d_name,
             w.str(),
             d.suffix,
             d_launch,
             std::make_shared<const computation>(std::move(computes)) };
}

kernel_source helper_text::close(const power_request& power)
{
    computation computes;
    computes.power = power;
    return close(std::move(computes));
}

kernel_source helper_text::close(const histogram_shape& histogram)
{
    computation computes;
    computes.histogram = histogram;
    return close(std::move(computes));
}

kernel_source helper_text::close(const item_expression_pointer& items)
{
    computation computes;
    computes.items = items;
    return close(std::move(computes));
}

kernel_source helper_text::close(int points_a_branch)
{
    computation computes;
    computes.points_a_branch = points_a_branch;
    return close(std::move(computes));
}

} // namespace gpufft
