package worker

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// claim says which record a worker number belongs to on this host. It outlives
// the record: so it is also the memory of which numbers were ever used, and, in
// its [trail], of how far they got.
type claim struct {
	record token  // the id in the record
	device uint64 // of the record's file system
	inode  uint64 // of the record: a copy has the same id, but another inode
	folder string // the state folder, absolute
	owner  string // for people
	space  string // Host.MountNS: in which view of the files the folder is to be found
	boot   token  // of the kernel under which the record was used last
	lead   time.Duration
	trail  trail
	old    bool // of the version before: there is no trail
}

// claimBlock is the size of a claim, or a multiple: it is rewritten in place with
// one write, and never gets shorter.
const claimBlock = 1024

// maxClaim is the size up to which a claim is read; the path in it may be long.
const maxClaim = 1 << 16

const (
	claimMagic = "idscope claim 2\n"
	oldClaim   = "idscope claim 1\n" // has no trail and no device
)

// encode writes a claim of at least that size.
func (c *claim) encode(size int) []byte {
	var b bytes.Buffer
	b.WriteString(claimMagic)
	b.Write(c.trail.encode())
	from := b.Len()
	fmt.Fprintf(&b, "record %x\ndevice %d\ninode %d\nfolder %q\nowner %q\nspace %q\nboot %x\nlead %d\n",
		c.record, c.device, c.inode, c.folder, c.owner, c.space, c.boot, int64(c.lead))
	fmt.Fprintf(&b, "check %016x\n", checksum(b.Bytes()[from:]))
	pad := max(size, (b.Len()/claimBlock+1)*claimBlock) - b.Len()
	b.WriteString(strings.Repeat(" ", pad-1) + "\n")
	return b.Bytes()
}

// parseClaim reads a claim; ok is false if it is not as encode wrote it, or as
// the version before did.
func parseClaim(text []byte) (c claim, ok bool) {
	switch {
	case bytes.HasPrefix(text, []byte(claimMagic)) && len(text) >= trailAt+trailSize:
		if c.trail, ok = decodeTrail(text[trailAt : trailAt+trailSize]); !ok {
			return c, false
		}
		text = text[trailAt+trailSize:]
	case bytes.HasPrefix(text, []byte(oldClaim)):
		c.old = true
	default:
		return c, false
	}
	body, rest, ok := strings.Cut(string(text), "\ncheck ")
	if !ok || len(rest) < 16 {
		return c, false
	}
	sum, err := strconv.ParseUint(rest[:16], 16, 64)
	if err != nil || sum != checksum(text[:len(body)+1]) {
		return c, false
	}
	if c.old {
		body, ok = strings.CutPrefix(body, oldClaim)
	}
	value := func(name string) (v string) { // of the next line
		var line string
		line, body, _ = strings.Cut(body, "\n")
		v, named := strings.CutPrefix(line, name+" ")
		ok = ok && named
		return v
	}
	number := func(name string) uint64 {
		n, err := strconv.ParseUint(value(name), 10, 64)
		ok = ok && err == nil
		return n
	}
	quoted := func(name string) string {
		s, err := strconv.Unquote(value(name))
		ok = ok && err == nil
		return s
	}
	id := func(name string) (t token) {
		b, err := hex.DecodeString(value(name))
		ok = ok && err == nil && copy(t[:], b) == len(b) && len(b) == len(t)
		return t
	}
	c.record = id("record")
	if !c.old {
		c.device = number("device")
	}
	c.inode = number("inode")
	c.folder, c.owner, c.space = quoted("folder"), quoted("owner"), quoted("space")
	c.boot, c.lead = id("boot"), time.Duration(number("lead"))
	return c, ok && body == ""
}

// heldClaim is a claim that stays open while its record is in use.
type heldClaim struct {
	claim
	disk  disk
	path  string
	file  handle // nil is no claim
	info  os.FileInfo
	text  []byte
	valid bool // the text is a claim

	denied error // it may be read only
}

// open reads the claim; none is no error, and leaves file nil. It is opened for
// writing where that is permitted: of another user's claim only the text is
// asked for. One that is being rewritten is read again.
func (h *heldClaim) open(d disk, path string) (err error) {
	*h = heldClaim{disk: d, path: path}
	f, err := d.open(path, os.O_RDWR|openFlags, 0)
	if errors.Is(err, fs.ErrPermission) {
		h.denied = err
		f, err = d.open(path, os.O_RDONLY|openFlags, 0)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		if info, e := d.lstat(path); e == nil && !info.Mode().IsRegular() {
			return obstructed(path, info)
		}
		return err
	}
	h.file = f
	if h.info, err = f.Stat(); err != nil {
		return err
	}
	if !h.info.Mode().IsRegular() {
		return obstructed(path, h.info)
	}
	for range 3 {
		if h.text, err = readSome(h.file, h.info, maxClaim); err != nil {
			return err
		}
		if h.claim, h.valid = parseClaim(h.text); h.valid {
			return nil
		}
	}
	text := show(path) + " is damaged: it does not tell whose worker number it is"
	return &StateError{Reason: ErrDamaged, Path: path, Text: text}
}

// follow writes how far the record gets.
func (h *heldClaim) follow(t trail) error {
	b := t.encode()
	if _, err := h.file.WriteAt(b, int64(trailAt)); err != nil {
		return err
	}
	h.trail = t
	copy(h.text[trailAt:], b)
	return nil
}

// unchanged reports whether the path still leads to the same claim.
func (h *heldClaim) unchanged() bool {
	named, err := h.disk.lstat(h.path)
	if err != nil || !sameFile(named, h.info) || named.Size() != h.info.Size() {
		return false
	}
	text, err := readSome(h.file, h.info, len(h.text))
	return err == nil && bytes.Equal(text, h.text)
}

func (h *heldClaim) close() {
	if h.file != nil {
		h.file.Close()
	}
	*h = heldClaim{}
}

// path is the path of the record that the claim is for.
func (c *claim) path(key string, worker uint64) string {
	return filepath.Join(c.folder, key, strconv.FormatUint(worker, 10)+".rec")
}
