/* SPDX-License-Identifier: GPL-3.0-or-later */
// Flowgraphs in every form of YAML that grcc takes, and files that want harm.
#include "apps/files/grc_file.h"
#include "apps/options/command.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/filesystem.hpp>

using namespace gpufft::app;

namespace {

struct sample {
    const char* why;
    std::string text;
    std::string
        said; //!< the transforms; of those that are refused, a part of the message
};

// A variable and two blocks, one of them off, in the words of several writers.
const sample READ[] = {
    { "GRC's own",
      "options:\n  parameters:\n    id: some\n\nblocks:\n"
      "- name: size\n  id: variable\n  parameters:\n    comment: ''\n    value: 2**3\n"
      "  states:\n    coordinate: [8, 12]\n    rotation: 0\n    state: enabled\n"
      "- name: a\n  id: gpufft_fft_vxx\n  parameters:\n    fft_size: size * (2 + 1)\n"
      "  states:\n    state: true\n"
      "- name: b\n  id: gpufft_fft_vxx\n  parameters:\n    fft_size: '7'\n"
      "  states:\n    state: disabled\n\nconnections: []\nmetadata:\n  file_format: 1\n",
      "c2c forward 24" },
    { "a list that is indented by 4, in another order",
      "blocks:\n    -   id: variable\n        parameters:\n            value: '8'\n"
      "        name: size\n"
      "    -   id: gpufft_fft_vxx\n        states: {state: enabled}\n        "
      "parameters:\n"
      "            # how many\n            \"fft_size\": |-\n                3 * size\n"
      "        name: a\n",
      "c2c forward 24" },
    { "JSON",
      R"({"blocks": [{"name": "size", "id": "variable", "parameters": {"value": 8}},
  {"name": "a", "id": "gpufft_fftn_vcc", "parameters": {"shape": ["size", 3]},
   "states": {"state": "enabled"}}], "connections": []})",
      "c2c forward 8x3" },
    { "values that are used again",
      "blocks:\n- {name: a, id: gpufft_fft_vxx, parameters: &p {fft_size: 12}}\n"
      "- {name: b, id: gpufft_rfft_vfc, parameters: {length: 12, <<: *p}}\n"
      "- {name: c, id: gpufft_fft_vxx, parameters: *p}\n",
      "c2c forward 12, r2c forward 12" },
    { "no parameters, no blocks", "blocks:\n- name: a\n  parameters:\n", "" },
    { "an empty list", "blocks: []\n", "" },
    { "none at all", "blocks:\n", "" },
};

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

//! Each list has the one before nine times.
std::string laughing()
{
    std::string text = "a: &a0 [1]\n";
    for (int i = 1; i < 20; ++i)
        text += fmt::format(
            "a{}: &a{} [{}1]\n", i, i, repeated(fmt::format("*a{}, ", i - 1), 9));
    return text +
           "blocks: [{name: a, id: gpufft_fft_vxx, parameters: {fft_size: *a19}}]\n";
}

//! Each list lies in the next.
std::string chained()
{
    std::string text = "a: &a0 [1]\n";
    for (int i = 1; i < 20000; ++i)
        text += fmt::format("a{}: &a{} [*a{}]\n", i, i, i - 1);
    return text + "blocks: []\n";
}

std::string much_used()
{
    std::string text = "x: &x " + std::string(1 << 16, 'x') + "\nblocks:\n";
    for (int i = 0; i < 2000; ++i)
        text += "- {id: gpufft_fft_vxx, parameters: {fft_size: *x}}\n";
    return text;
}

const sample REFUSED[] = {
    { "brackets",
      "blocks: " + std::string(60000, '['),
      "more than 32 values lie in each other" },
    { "braces",
      "blocks: " + repeated("{a: ", 60000),
      "more than 32 values lie in each other" },
    { "dashes", repeated("- ", 60000), "more than 32 values lie in each other" },
    { "aliases in aliases", chained(), "more than 32 values lie in each other" },
    { "a list of itself",
      "blocks: &a [*a]\n",
      "line 1: a value that is a part of itself" },
    { "an alias of nothing", "blocks: *a\n", "no YAML, from line 1 on: " },
    { "a list of itself in the third line",
      "blocks:\n- a\n- &b [*b]\n",
      "line 3: a value that is a part of itself" },
    { "an alias of nothing in the third line",
      "blocks:\n- a\n- *b\n",
      "no YAML, from line 3 on: " },
    { "one long value many times",
      much_used(),
      "the parameters of its blocks are more than 64 MiB" },
    { "no YAML", "blocks: {a: b\n", "no YAML, from line " },
    { "a list", "- blocks\n", "no flowgraph, which has a list \"blocks\"" },
    { "nothing", "", "no flowgraph, which has a list \"blocks\"" },
    { "noise", std::string("\x7f\xff\0\1\2", 5), "no " },
    { "an old one", "<?xml version='1.0'?>\n<flow_graph>\n", "GNU Radio 3.7" },
};

std::string block(const std::string& length)
{
    return "- {name: a, id: gpufft_fft_vxx, parameters: {fft_size: '" + length + "'}}\n";
}

//! 18 variables, each the product of eight times the next.
std::string eightfold()
{
    std::string text = "blocks:\n" + block("12 * v0");
    for (int i = 0; i < 18; ++i) {
        const auto next = i < 17 ? fmt::format("v{}", i + 1) : std::string("1");
        text +=
            fmt::format("- {{name: v{}, id: variable, parameters: {{value: '{}{}'}}}}\n",
                        i,
                        repeated(next + " * ", 7),
                        next);
    }
    return text;
}

// Flowgraphs whose expressions are hard to compute: their transforms, or why there are
// none.
const sample EXPRESSIONS[] = {
    { "18 variables that refer to each other eightfold", eightfold(), "c2c forward 12" },
    { "brackets",
      "blocks:\n" + block(std::string(6000, '(')),
      "a: more than 200 brackets, powers and variables in each other" },
    { "60,000 brackets",
      "blocks:\n" + block(std::string(60000, '(')),
      "a: \"((((((((((((((((((((...\" has 60000 characters, more than 10000" },
    { "powers",
      "blocks:\n" + block(repeated("1**", 3000) + "1"),
      "a: more than 200 brackets, powers and variables in each other" },
    { "conversions",
      "blocks:\n" + block(repeated("int ", 2000) + "1"),
      "a: more than 200 brackets, powers and variables in each other" },
    { "a list of a list",
      "blocks:\n- {name: a, id: gpufft_fftn_vcc, parameters: {shape: [[1]]}}",
      "a: \"\" is no whole number that can be told" },
    { "aliases that stand for much",
      laughing(),
      "a: \"\" is no whole number that can be told" },
};

std::string text_of(const flowgraph_transforms& found)
{
    std::string all;
    for (const auto& what : found.transforms)
        all += (all.empty() ? "" : ", ") + to_string(what);
    for (const auto& why : found.unknown)
        all += (all.empty() ? "" : ", ") + why;
    return all;
}

} // namespace

class qa_grc_file : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_grc_file);
    CPPUNIT_TEST(every_form_of_yaml_is_read);
    CPPUNIT_TEST(what_is_no_flowgraph_is_refused);
    CPPUNIT_TEST(what_is_no_file_is_refused_at_once);
    CPPUNIT_TEST(expressions_take_no_longer_than_they_are_long);
    CPPUNIT_TEST_SUITE_END();

    void every_form_of_yaml_is_read()
    {
        for (const auto& s : READ)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, s.said, text_of(parse_flowgraph(s.text)));
    }

    void what_is_no_flowgraph_is_refused()
    {
        for (const auto& s : REFUSED) {
            try {
                parse_flowgraph(s.text);
                CPPUNIT_FAIL(s.why);
            } catch (const usage_error& e) {
                const std::string said = e.what();
                CPPUNIT_ASSERT_MESSAGE(s.why + (": " + said),
                                       said.find(s.said) != std::string::npos);
            }
        }
    }

    // What nobody writes to has no end, and never one that is seen.
    void what_is_no_file_is_refused_at_once()
    {
        namespace fs = boost::filesystem;
        const auto folder =
            fs::temp_directory_path() / fs::unique_path("qa_grc-%%%%%%%%");
        fs::create_directories(folder);
        const auto path = (folder / "some.grc").string();
        CPPUNIT_ASSERT_EQUAL(0, ::mkfifo(path.c_str(), 0600));
        ::alarm(60);
        std::string said;
        try {
            read_flowgraph(path);
        } catch (const usage_error& e) {
            said = e.what();
        }
        ::alarm(0);
        fs::remove_all(folder);
        CPPUNIT_ASSERT_EQUAL("cannot read " + path + ": it is no file", said);
    }

    void expressions_take_no_longer_than_they_are_long()
    {
        for (const auto& s : EXPRESSIONS) {
            const auto said = text_of(parse_flowgraph(s.text));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, s.said, said.substr(0, s.said.size()));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_grc_file);
