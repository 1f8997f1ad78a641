/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/formats/sigmf_archive.h"
#include <archive.h>
#include <archive_entry.h>
#include <map>
#include <memory>

namespace gpufft {

namespace {

struct closes_archive {
    void operator()(archive* a) const { archive_read_free(a); }
};
using open_archive = std::unique_ptr<archive, closes_archive>;

struct member {
    std::uint64_t place = 0, bytes = 0;
};

[[noreturn]] void refuse_archive(const mapped_file& file, const char* why)
{
    refuse_recording(
        "{}: is no archive of SigMF that can be read: {}; unpacked files work, "
        "e.g. of: tar -xf {}",
        file.path(),
        why ? why : "it is damaged",
        file.path());
}

//! libarchive reads tar where it lies: what it hands out points into the mapping.
open_archive open_tar(const mapped_file& file)
{
    open_archive a(archive_read_new());
    if (!a)
        throw std::bad_alloc();
    archive_read_support_format_tar(a.get());
    if (archive_read_open_memory(a.get(), file.data(), file.bytes()) != ARCHIVE_OK)
        refuse_archive(file, archive_error_string(a.get()));
    return a;
}

member place_of(const mapped_file& file, archive* a, archive_entry* entry)
{
    member m;
    m.bytes = static_cast<std::uint64_t>(archive_entry_size(entry));
    if (m.bytes == 0)
        return m;
    const void* begin = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    if (archive_read_data_block(a, &begin, &size, &offset) != ARCHIVE_OK)
        refuse_archive(file, archive_error_string(a));
    const auto* first = static_cast<const char*>(begin);
    const bool lies_there = first >= file.data() && first < file.data() + file.bytes();
    if (!lies_there || offset != 0)
        refuse_archive(file, "a file in it is sparse or compressed");
    m.place = static_cast<std::uint64_t>(first - file.data());
    if (m.bytes > file.bytes() - m.place)
        refuse_recording(
            "{}: ends inside of {}, which has {} bytes; the archive was cut off",
            file.path(),
            archive_entry_pathname(entry),
            m.bytes);
    return m;
}

std::map<std::string, member> members_of(const mapped_file& file)
{
    std::map<std::string, member> all;
    const auto a = open_tar(file);
    archive_entry* entry = nullptr;
    for (;;) {
        const int status = archive_read_next_header(a.get(), &entry);
        if (status == ARCHIVE_EOF)
            return all;
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
            refuse_archive(file, archive_error_string(a.get()));
        const char* name = archive_entry_pathname(entry);
        if (name && archive_entry_filetype(entry) == AE_IFREG)
            all[name] = place_of(file, a.get(), entry);
    }
}

bool ends_with(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

} // namespace

std::vector<archived_recording> recordings_in(const mapped_file& archive)
{
    const std::string end = ".sigmf-meta";
    const auto members = members_of(archive);
    std::vector<archived_recording> all;
    for (const auto& [name, meta] : members) {
        if (!ends_with(name, end))
            continue;
        archived_recording r;
        r.name = name.substr(0, name.size() - end.size());
        const auto data = members.find(r.name + ".sigmf-data");
        if (data == members.end())
            refuse_recording(
                "{}: has {} and no {}.sigmf-data", archive.path(), name, r.name);
        r.meta = meta.place;
        r.meta_bytes = meta.bytes;
        r.data = data->second.place;
        r.data_bytes = data->second.bytes;
        all.push_back(r);
    }
    if (all.empty())
        refuse_recording("{}: has no .sigmf-meta in it", archive.path());
    return all;
}

} // namespace gpufft
