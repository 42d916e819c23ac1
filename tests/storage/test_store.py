"""A store has what its manifest names, whole, or says in one line what is wrong."""

import hashlib
import json

import pytest

from sim.errors import UserError
from sim.storage.store import MANIFEST, DamagedError, Store


def store(path, version=1):
    return Store(path, "a box", version, "warlab pack")


@pytest.fixture
def packed(tmp_path):
    """The directory of a store with a blob."""
    path = tmp_path / "box"
    new = store(path)
    new.make()
    new.commit({"what": "toys"}, new.write("in/ball", b"round"))
    return path


def test_it_is_read_as_it_was_written(packed):
    again = store(packed)
    content, blobs = again.read()
    assert content == {"what": "toys"}
    assert blobs == {"in/ball": hashlib.sha256(b"round").hexdigest()}
    assert again.content("in/ball", blobs, "pack again") == b"round"


def test_a_damaged_or_missing_blob_is_not_read(packed):
    again = store(packed)
    _, blobs = again.read()
    (packed / "in/ball").write_bytes(b"bound")
    with pytest.raises(DamagedError, match=r"ball: it is damaged; pack again"):
        again.content("in/ball", blobs, "pack again")
    (packed / "in/ball").unlink()
    with pytest.raises(DamagedError, match=r"ball: it is missing; pack again"):
        again.content("in/ball", blobs, "pack again")


def test_any_changed_byte_of_the_manifest_is_noticed(packed):
    good = (packed / MANIFEST).read_bytes()
    for place in range(len(good)):
        changed = bytearray(good)
        changed[place] ^= 1
        (packed / MANIFEST).write_bytes(changed)
        # Only spaces between its words are no part of what it says.
        if good[place : place + 1].isspace():
            continue
        with pytest.raises(
            UserError, match=r"manifest\.json: it (is damaged|has format)"
        ):
            store(packed).read()


def test_spaces_and_the_order_of_keys_do_not_matter(packed):
    manifest = json.loads((packed / MANIFEST).read_text())
    other = json.dumps(dict(reversed(manifest.items())), indent=7)
    (packed / MANIFEST).write_text(other)
    assert store(packed).read()[0] == {"what": "toys"}


NO_MANIFESTS = (
    *("", "{", "[]", "{}", "null", "3", "\x00\x01", "[" * 100_000),
    *('{"format": 1}', '{"format": 99}', '{"format": NaN}'),
    '{"format": ' + "9" * 5000 + "}",
)


@pytest.mark.parametrize("text", NO_MANIFESTS, ids=range(len(NO_MANIFESTS)))
def test_what_is_no_manifest_is_refused_in_one_short_line(packed, text):
    (packed / MANIFEST).write_text(text)
    with pytest.raises(
        UserError, match=r"manifest\.json: it (is damaged|has format)"
    ) as caught:
        store(packed).read()
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)


def test_another_version_is_refused_in_one_line(packed):
    with pytest.raises(UserError) as caught:
        store(packed, version=2).read()
    assert str(caught.value) == (
        f"{packed / MANIFEST}: it has format 1, not 2; use the version of warlab that wrote it"
    )


def test_what_is_no_store_is_refused(tmp_path):
    with pytest.raises(UserError, match="no such directory; warlab pack makes one"):
        store(tmp_path / "nowhere").read()
    with pytest.raises(UserError, match=r"it is not a box: no manifest\.json"):
        store(tmp_path).read()
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(UserError, match="it is not empty and not a box"):
        store(tmp_path).make()
    with pytest.raises(UserError, match="it is a file"):
        store(tmp_path / "letter.txt").make()


def test_a_second_writer_is_noticed(packed):
    one = store(packed)
    other = store(packed)
    one.read()
    other.read()
    other.commit({"what": "books"}, {})
    with pytest.raises(UserError, match="another process has begun to write a box"):
        one.commit({"what": "toys"}, {})
    with (
        one.locked(),
        pytest.raises(UserError, match="another process is writing a box"),
        other.locked(),
    ):
        pass


def test_a_sweep_leaves_what_is_named_and_what_is_not_ours(packed):
    for name in ("in/doll", "in/.ball.1-1.tmp", "letter.txt"):
        (packed / name).write_text("left")
    again = store(packed)
    again.sweep(again.read()[1], "in/*")
    left = {
        str(file.relative_to(packed)) for file in packed.rglob("*") if file.is_file()
    }
    assert left - {".lock"} == {"in/ball", "letter.txt", MANIFEST}


def test_the_manifest_says_the_same_whatever_the_order_of_the_blobs(tmp_path):
    texts = []
    for order in ("ab", "ba"):
        new = store(tmp_path / order)
        new.make()
        blobs = {}
        for name in order:
            blobs |= new.write(name, name.encode())
        new.commit({}, blobs)
        texts.append((tmp_path / order / MANIFEST).read_text())
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["blobs"].keys() == {"a", "b"}
