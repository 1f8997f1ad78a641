/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_JSON_FIELDS_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_JSON_FIELDS_H

#include <nlohmann/json.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace gpufft {

/*!
 * \brief The fields of an object of a file of JSON, fetched by name and checked
 *
 * Every function throws recording_error where a field is not what it should be: the file,
 * the field, what it must be and what it is. One that is null is as one that is not
 * there.
 */
class json_fields
{
public:
    //! \param file   for messages
    //! \param where  "global", "captures[3]"
    //! \param object outlives this
    json_fields(std::string file, std::string where, const nlohmann::json& object);

    std::optional<std::string> text(const char* name) const;
    std::optional<double> number(const char* name) const; //!< finite
    //! 2.0 is one as well: some writers know no other.
    std::optional<std::int64_t> whole(const char* name, std::int64_t least) const;
    bool flag(const char* name) const; //!< false where it is not there
    const nlohmann::json* list(const char* name) const;
    const nlohmann::json& object(const char* name) const; //!< which has to be there

    //! What a field is that has to be there. \param words  what it must be
    template <typename value>
    value needed(std::optional<value> found, const char* name, const char* words) const
    {
        if (!found)
            refuse_missing(name, words);
        return *found;
    }

    //! Says that \p name is not \p words.
    [[noreturn]] void refuse(const char* name, const std::string& words) const;

private:
    const nlohmann::json* find(const char* name) const;
    [[noreturn]] void refuse_missing(const char* name, const char* words) const;
    std::string place_of(const char* name) const;

    std::string d_file;
    std::string d_where;
    const nlohmann::json& d_object;
};

//! The JSON in \p text, of the file \p path.
//! \throws recording_error  it is none, or nested too deeply
nlohmann::json parse_json(const std::string& text, const std::string& path);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_JSON_FIELDS_H */
