# SPDX-License-Identifier: GPL-3.0-or-later
"""Declarations of a public header with the comments that belong to them.

It reads the C++ of include/ alone: one declaration a statement, comments in Doxygen's forms
before what they speak of, or after it where they begin with `<`. It needs no compiler, so
that the list of what is public (tests/promises) and the site are made on any machine."""
import dataclasses
import pathlib
import re

_TOKEN = re.compile(
    r'(?P<comment>/\*.*?\*/|//[^\n]*)'
    r'|(?P<directive>^[ \t]*#(?:[^\n]*\\\n)*[^\n]*)'
    r'|(?P<string>"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\')'
    r'|(?P<mark>[{};(),])|(?P<rest>[^\s{};(),"\'/#]+|[/#])|(?P<space>\s+)', re.S | re.M)
_SCOPE = re.compile(r"^(?:typedef )?(?:inline )?(?P<kind>namespace|class|struct|enum class|"
                    r"enum|union)\b(?: (?:[A-Z_]+_API))?(?: (?P<name>[\w:]+))?")


@dataclasses.dataclass
class Declaration:
    """One name that a header declares."""
    kind: str  # class, struct, enum, function, member, enumerator, type, macro
    scope: tuple  # names of the namespaces and classes around it
    name: str
    text: str  # the declaration on one line, without body and attribute macros
    comment: str = ""  # as written, without the marks of comments
    is_virtual: bool = False

    @property
    def path(self):
        return "::".join((*self.scope, self.name))


@dataclasses.dataclass
class Scope:
    kind: str
    name: str
    is_public: bool = True
    shown: bool = True  # not below a part that is private


def comment_text(written):
    """What a comment says; None where it is not for readers of a reference."""
    if written.startswith("//!"):
        return re.sub(r"^//!<? ?", "", written)
    if not written.startswith(("/*!", "/**")):
        return None
    inside = re.sub(r"^/\*[!*]<?", "", written)[:-2]
    lines = [re.sub(r"^\s*\* ?", "", line) for line in inside.split("\n")]
    lines[0] = lines[0].strip()
    return "\n".join(lines).strip("\n").rstrip()


def is_trailing(written):
    return written.startswith(("//!<", "/*!<", "/**<"))


def one_line(words):
    text = re.sub(r"\s+", " ", "".join(words)).strip()
    text = re.sub(r"\b[A-Z_]+_API ", "", text)
    return re.sub(r"\( ", "(", re.sub(r" \)", ")", text))


def declared_name(text):
    """The name that a statement declares, and what kind of thing it is."""
    if match := re.match(r"using (\w+) =", text):
        return match[1], "type"
    if text.startswith("typedef"):
        if match := re.search(r"\(\*(\w+)\)|(\w+)$", text):
            return match[1] or match[2], "type"
    before = re.sub(r"<[^()]*?>", "", text)
    if re.match(r"[^(]*\w =", before) and "operator" not in before:
        return re.match(r"[^(]*?(\w+)(?:\[[^\]]*\])* =", before)[1], "member"
    if match := re.search(r"(~?\b\w+|\boperator *(?:\(\)|\W{1,2}|\w+))\s*\(", before):
        return match[1], "function"
    if match := re.search(r"(\w+)(?:\[[^\]]*\])*\s*(?:=.*|\{.*)?$", before):
        return match[1], "member"
    return text, "member"


class _Reader:
    def __init__(self, text):
        self.tokens = [(match.lastgroup, match[0]) for match in _TOKEN.finditer(text)]
        self.at = 0
        self.scopes = []
        self.found = []
        self.pending = []  # comments before the next declaration
        self.section_is_public = True

    def scope_names(self):
        return tuple(each.name for each in self.scopes if each.name)

    def is_shown(self):
        return all(each.is_public for each in self.scopes)

    def add(self, kind, name, text):
        comment = "\n".join(self.pending).strip()
        self.pending = []
        if self.is_shown():
            self.found.append(Declaration(kind, self.scope_names(), name, text, comment,
                                          text.startswith("virtual")))

    def take_comment(self, written):
        text = comment_text(written)
        if text is None:
            return
        if not is_trailing(written):
            self.pending.append(text)
        elif self.found and self.is_shown():
            last = self.found[-1]
            last.comment = (last.comment + "\n" + text).strip()

    def take_directive(self, written):
        match = re.match(r"\s*#define (\w+)(\([^)]*\))? *(.*)", written, re.S)
        if match and not match[1].startswith("INCLUDED_") and match[3]:
            value, _, comment = re.sub(r"\\\n\s*", "", match[3]).partition("/*!<")
            self.add("macro", match[1], f"#define {match[1]}{match[2] or ''} {value.strip()}")
            if comment and self.found:
                self.found[-1].comment = comment.replace("*/", "").strip()

    def skip_braces(self):
        depth, words = 1, []
        while depth and self.at < len(self.tokens):
            kind, text = self.tokens[self.at]
            self.at += 1
            depth += {"{": 1, "}": -1}.get(text, 0) if kind == "mark" else 0
            if kind not in ("comment", "directive"):
                words.append(text)
        return words[:-1]

    def read(self):
        words, depth = [], 0
        while self.at < len(self.tokens):
            kind, text = self.tokens[self.at]
            self.at += 1
            if kind == "comment":
                self.take_comment(text)
            elif kind == "directive":
                self.take_directive(text)
            elif kind == "mark" and text in "()":
                depth += 1 if text == "(" else -1
                words.append(text)
            elif depth or kind != "mark" or text == ",":
                words.append(text)
                self.take_access(words)
            elif text == ";":
                self.end_statement(one_line(words))
                words = []
            elif text == "{":
                words = self.open_brace(words)
            else:  # }
                words = self.close_scope(words)
        return self.found

    def take_access(self, words):
        match = re.fullmatch(r"(public|protected|private):", one_line(words))
        if match and self.scopes:
            self.scopes[-1].is_public = match[1] == "public"
            words.clear()
            self.pending = []

    def end_statement(self, text):
        text = re.sub(r"\) ?: .*", ")", text)
        if not text or text.startswith(("friend ", "using namespace")):
            self.pending = []
        elif re.match(r"(class|struct|enum)( class)? \w+$", text) or " = delete" in text:
            self.pending = []  # declared before it is defined, or not there
        elif match := re.match(r"using ([\w:]+)::(\w+)$", text):
            self.add("function", match[2], text)
        else:
            name, kind = declared_name(text)
            self.add(kind, name, text)

    def open_brace(self, words):
        head = one_line(words)
        if head == 'extern "C"':
            self.scopes.append(Scope("extern", ""))
            return []
        match = _SCOPE.match(head)
        if match and "(" not in head:
            kind, name = match["kind"], match["name"] or ""
            if kind.startswith("enum"):
                self.take_enum(kind, name, head)
                return []
            if kind != "namespace":
                self.add("class" if kind == "class" else "struct", name,
                         re.sub(r"^typedef ", "", head))
            self.scopes.append(Scope(kind, name, kind != "class"))
            self.pending = []
            return []
        if re.search(r"\)[^()]*(?<!:): (?:.*[ ,])?\w+$", head):  # of a constructor's member
            self.skip_braces()
            return [*words, "()"]
        if "(" in head and not head.endswith("="):  # the body of a function
            self.skip_braces()
            self.end_statement(re.sub(r"\) ?: .*", ")", head))
            return []
        return [*words, "{", *self.skip_braces(), "}"]

    def take_enum(self, kind, name, head):
        self.add("enum", name, re.sub(r"^typedef ", "", head))
        self.scopes.append(Scope(kind, name))
        words = []
        while True:
            token, text = self.tokens[self.at]
            self.at += 1
            if token == "comment":
                if is_trailing(text) and one_line(words):
                    self.add_enumerator(words)
                self.take_comment(text)
            elif token == "mark" and text in ",}":
                self.add_enumerator(words)
                if text == "}":
                    break
            else:
                words.append(text)
        self.scopes.pop()
        self.skip_to_semicolon()

    def add_enumerator(self, words):
        text = one_line(words)
        if text:
            self.add("enumerator", text.split(" ")[0], text)
        words.clear()

    def close_scope(self, words):
        del words
        scope = self.scopes.pop()
        self.pending = []
        if scope.kind not in ("namespace", "extern"):
            self.skip_to_semicolon()
        return []

    def skip_to_semicolon(self):
        while self.tokens[self.at] != ("mark", ";"):
            self.at += 1
        self.at += 1


def declarations_of(path):
    """Public declarations of a header, in its order."""
    return _Reader(pathlib.Path(path).read_text(encoding="utf-8")).read()


def file_comment(path):
    """The comment that speaks of a whole header, without its \\file and \\brief."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    match = re.search(r"/\*!\s*\n\s*\* \\file.*?\*/", text, re.S)
    return re.sub(r"\\(file|brief) ?", "", comment_text(match[0])).strip() if match else ""
