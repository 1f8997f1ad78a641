/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <boost/algorithm/string/predicate.hpp>
#include <algorithm>

namespace gpufft {

namespace {

using matches = std::vector<const device_info*>;

template <typename Predicate>
matches find_all(const device_list& list, Predicate is_wanted)
{
    matches found;
    for (const auto& info : list.devices)
        if (is_wanted(info))
            found.push_back(&info);
    return found;
}

// The first rule that matches anything decides, so that a part of one product never
// hides behind a platform of the same name.
matches find_wanted(const device_list& list, const std::string& wanted)
{
    auto found = find_all(list, [&](const auto& i) { return i.name == wanted; });
    if (found.empty())
        found = find_all(list, [&](const auto& i) { return i.product == wanted; });
    if (found.empty())
        found = find_all(
            list, [&](const auto& i) { return boost::icontains(i.product, wanted); });
    if (found.empty())
        found = find_all(
            list, [&](const auto& i) { return boost::icontains(i.platform, wanted); });
    return found;
}

std::string labels_of(const matches& devices)
{
    std::string text;
    for (const auto* info : devices)
        text += (text.empty() ? "" : ", ") + label_of(*info);
    return text;
}

std::string reasons_of(const device_list& list)
{
    std::string text;
    for (const auto& each : list.absent)
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", each.name, each.reason);
    return text.empty() ? "no backend was looked for" : text;
}

//! Why the backend that \p wanted names ("cuda:0") has no device, after "; "; "": it has.
std::string reason_of_backend(const device_list& list, const std::string& wanted)
{
    const auto is_of = [&](const std::string& backend) {
        return boost::starts_with(wanted, backend + ":");
    };
    for (const auto& each : list.absent)
        if (is_of(each.name))
            return fmt::format("; {}: {}", each.name, each.reason);
    return "";
}

//! Where just what stands behind a "/" is wrong: what belongs there. See thread_limit.h.
std::string limit_hint(const device_list& list, const std::string& wanted)
{
    const auto slash = wanted.rfind('/');
    if (slash == std::string::npos)
        return "";
    const auto name = wanted.substr(0, slash);
    if (name != "auto" && find_wanted(list, name).size() != 1)
        return "";
    return fmt::format("\"{}\" is no number of threads; {}/2 takes two, {} all",
                       wanted.substr(slash + 1),
                       name,
                       name);
}

} // namespace

std::string label_of(const device_info& info)
{
    return fmt::format("{} ({})", info.name, info.product);
}

const device_info& match_device(const device_list& list,
                                const std::string& wanted,
                                const std::string& from_environment)
{
    const auto is_auto = [](const std::string& name) {
        return name.empty() || name == "auto";
    };
    const bool is_from_environment = is_auto(wanted) && !is_auto(from_environment);
    const std::string& name = is_from_environment ? from_environment : wanted;
    const auto asked = fmt::format(
        "device \"{}\"{}", name, is_from_environment ? " (from $GPUFFT_DEVICE)" : "");

    if (list.devices.empty()) {
        throw device_error(fmt::format("{}there is no device; {}",
                                       is_auto(name) ? "" : asked + ": ",
                                       reasons_of(list)));
    }
    if (is_auto(name))
        return list.devices.front();

    const auto found = find_wanted(list, name);
    if (found.empty()) {
        if (const auto hint = limit_hint(list, name); !hint.empty())
            throw device_error(fmt::format("{}: {}", asked, hint));
        const auto all = find_all(list, [](const auto&) { return true; });
        throw device_error(fmt::format("{}: nothing matches; there is {}{}",
                                       asked,
                                       labels_of(all),
                                       reason_of_backend(list, name)));
    }
    if (found.size() > 1) {
        throw device_error(fmt::format("{} fits {} devices: {}; take one by its name, "
                                       "e.g. \"{}\"",
                                       asked,
                                       found.size(),
                                       labels_of(found),
                                       found.front()->name));
    }
    return *found.front();
}

} // namespace gpufft
