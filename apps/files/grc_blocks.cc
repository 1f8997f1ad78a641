/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/grc_blocks.h"
#include "apps/files/yaml_tree.h"
#include "apps/options/command.h"
#include <fmt/format.h>

namespace gpufft::app {

namespace {

using sort = yaml_value::sort;

//! A list as Python writes it, its lists left out.
std::string text_of(const yaml_value& value)
{
    if (value.is != sort::list)
        return value.text;
    std::string all;
    for (const auto& item : value.items) {
        if (item->is != sort::scalar)
            return "";
        all += (all.empty() ? "" : ", ") + item->text;
        if (all.size() > MOST_GRC_PARAMETERS)
            break; // refused where it is counted
    }
    return "[" + all + "]";
}

std::string scalar(const yaml_value& of, const char* name)
{
    const auto* found = of.field(name);
    return found ? found->text : "";
}

bool is_enabled(const yaml_value& block)
{
    const auto* states = block.field("states");
    const auto* state = states ? states->field("state") : nullptr;
    return !state || state->text == "enabled" || state->text == "true" ||
           state->text == "True";
}

//! \param bytes  of what was read so far; counts on
grc_block block_of(const yaml_value& value, std::size_t* bytes)
{
    grc_block b = { scalar(value, "name"), scalar(value, "id"), is_enabled(value), {} };
    *bytes += sizeof(b) + b.name.size() + b.id.size();
    const auto* parameters = value.field("parameters");
    if (!parameters)
        return b;
    for (const auto& [name, parameter] : parameters->fields) {
        auto text = text_of(*parameter);
        *bytes += sizeof(text) + name.size() + text.size();
        if (*bytes > MOST_GRC_PARAMETERS)
            throw usage_error(
                fmt::format("the parameters of its blocks are more than {} MiB",
                            MOST_GRC_PARAMETERS >> 20));
        b.parameters[name] = std::move(text);
    }
    return b;
}

} // namespace

std::vector<grc_block> blocks_of(const std::string& text)
{
    if (const auto first = text.find_first_not_of(" \t\r\n");
        first != std::string::npos && text[first] == '<')
        throw usage_error("a flowgraph of GNU Radio 3.7, which is XML; open it in GNU "
                          "Radio Companion 3.10 and save it");
    const auto root = parse_yaml(text);
    const auto* blocks = root ? root->field("blocks") : nullptr;
    if (!blocks || (blocks->is != sort::list && !blocks->text.empty()))
        throw usage_error("no flowgraph, which has a list \"blocks\"");
    std::vector<grc_block> all;
    std::size_t bytes = 0;
    for (const auto& block : blocks->items)
        all.push_back(block_of(*block, &bytes));
    return all;
}

} // namespace gpufft::app
