/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_YAML_TREE_H
#define INCLUDED_GPUFFT_APPS_FILES_YAML_TREE_H

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gpufft::app {

/*!
 * \brief A value of YAML, of which JSON is a part
 *
 * What an alias stands for is shared, not copied, so a tree is no larger than its text;
 * who follows all of its branches may come by the same value very often.
 */
struct yaml_value {
    enum class sort { scalar, list, map };

    sort is = sort::scalar;
    std::string text; //!< of a scalar; "" of null
    std::vector<std::shared_ptr<const yaml_value>> items;
    std::map<std::string, std::shared_ptr<const yaml_value>> fields;
    int depth = 1; //!< of values in values, this one counted

    //! The field of that name; nullptr: there is none, or this is no map.
    const yaml_value* field(const std::string& name) const;
};

//! Values in values, the outermost counted.
constexpr int MOST_YAML_DEPTH = 32;

/*!
 * \brief The first document in \p text; nullptr where there is none
 *
 * \throws usage_error  it is no YAML, values lie in more than MOST_YAML_DEPTH others, or
 *                      one refers to itself
 */
std::shared_ptr<const yaml_value> parse_yaml(const std::string& text);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_YAML_TREE_H */
