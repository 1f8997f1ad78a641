/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/yaml_tree.h"
#include "apps/options/command.h"
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>
#include <algorithm>
#include <sstream>
#include <utility>

namespace gpufft::app {

namespace {

using value_ptr = std::shared_ptr<const yaml_value>;

std::string too_deep()
{
    return fmt::format("more than {} values lie in each other", MOST_YAML_DEPTH);
}

//! Takes what the parser meets, and puts it together.
class tree_builder : public YAML::EventHandler
{
public:
    value_ptr root() const { return d_root; }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t anchor) override { add({}, anchor); }
    void OnScalar(const YAML::Mark&,
                  const std::string&,
                  YAML::anchor_t anchor,
                  const std::string& text) override
    {
        yaml_value scalar;
        scalar.text = text;
        add(std::move(scalar), anchor);
    }
    void OnAlias(const YAML::Mark& at, YAML::anchor_t anchor) override
    {
        const auto found = d_anchors.find(anchor);
        if (found == d_anchors.end())
            throw usage_error(
                fmt::format("line {}: a value that is a part of itself", at.line + 1));
        put(found->second);
    }
    void OnSequenceStart(const YAML::Mark& at,
                         const std::string&,
                         YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(at, anchor, yaml_value::sort::list);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& at,
                    const std::string&,
                    YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(at, anchor, yaml_value::sort::map);
    }
    void OnMapEnd() override { close(); }

private:
    //! A list or a map whose end has not come.
    struct unfinished {
        yaml_value value;
        YAML::anchor_t anchor;
        value_ptr key; //!< of a map, whose value comes next
    };

    void open(const YAML::Mark& at, YAML::anchor_t anchor, yaml_value::sort is)
    {
        if (d_open.size() == static_cast<std::size_t>(MOST_YAML_DEPTH))
            throw usage_error(fmt::format("line {}: {}", at.line + 1, too_deep()));
        unfinished one = { {}, anchor, nullptr };
        one.value.is = is;
        d_open.push_back(std::move(one));
    }

    void close()
    {
        auto done = std::move(d_open.back());
        d_open.pop_back();
        add(std::move(done.value), done.anchor);
    }

    void add(yaml_value value, YAML::anchor_t anchor)
    {
        const auto result = std::make_shared<const yaml_value>(std::move(value));
        if (anchor)
            d_anchors[anchor] = result;
        put(result);
    }

    void put(const value_ptr& result)
    {
        if (d_open.empty()) {
            d_root = result;
            return;
        }
        auto& in = d_open.back();
        in.value.depth = std::max(in.value.depth, result->depth + 1);
        if (in.value.depth > MOST_YAML_DEPTH) // an alias in an alias, and so on
            throw usage_error(too_deep());
        if (in.value.is == yaml_value::sort::list) {
            in.value.items.push_back(result);
        } else if (!in.key) {
            in.key = result;
        } else {
            in.value.fields[in.key->text] =
                result; // of two of a name the later, as PyYAML
            in.key = nullptr;
        }
    }

    value_ptr d_root;
    std::vector<unfinished> d_open; // outermost first
    std::map<YAML::anchor_t, value_ptr> d_anchors;
};

} // namespace

const yaml_value* yaml_value::field(const std::string& name) const
{
    const auto found = fields.find(name);
    return found == fields.end() ? nullptr : found->second.get();
}

value_ptr parse_yaml(const std::string& text)
{
    tree_builder result;
    try {
        std::istringstream from(text);
        YAML::Parser(from).HandleNextDocument(result);
    } catch (const YAML::Exception& e) {
        throw usage_error(
            fmt::format("no YAML, from line {} on: {}", e.mark.line + 1, e.msg));
    }
    return result.root();
}

} // namespace gpufft::app
