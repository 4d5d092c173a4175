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
// the record: so it is also the memory of which numbers were ever used.
type claim struct {
	record token  // the id in the record
	inode  uint64 // of the record: a copy has the same id, but another inode
	folder string // the state folder, absolute
	owner  string // for people
	space  string // Host.MountNS: in which view of the files the folder is to be found
	boot   token  // of the kernel under which the record was used last
	lead   time.Duration
}

// claimBlock is the size of a claim, or a multiple: it is rewritten in place with
// one write, and never gets shorter.
const claimBlock = 512

// maxClaim is the size up to which a claim is read; the path in it may be long.
const maxClaim = 1 << 16

// encode writes a claim of at least that size.
func (c *claim) encode(size int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "idscope claim 1\nrecord %x\ninode %d\nfolder %q\nowner %q\nspace %q\nboot %x\nlead %d\n",
		c.record, c.inode, c.folder, c.owner, c.space, c.boot, int64(c.lead))
	fmt.Fprintf(&b, "check %016x\n", checksum(b.Bytes()))
	pad := max(size, (b.Len()/claimBlock+1)*claimBlock) - b.Len()
	b.WriteString(strings.Repeat(" ", pad-1) + "\n")
	return b.Bytes()
}

// parseClaim reads a claim; ok is false if it is not as encode wrote it.
func parseClaim(text []byte) (c claim, ok bool) {
	at := bytes.Index(text, []byte("\ncheck ")) + 1
	if at == 0 || len(text) < at+22 {
		return c, false
	}
	sum, err := strconv.ParseUint(string(text[at+6:at+22]), 16, 64)
	if err != nil || sum != checksum(text[:at]) {
		return c, false
	}
	lines := bytes.Split(text[:at-1], []byte("\n"))
	if len(lines) != 8 || string(lines[0]) != "idscope claim 1" {
		return c, false
	}
	value := func(i int, name string) string {
		v, found := bytes.CutPrefix(lines[i], []byte(name+" "))
		ok = ok && found
		return string(v)
	}
	number := func(text string) uint64 {
		n, err := strconv.ParseUint(text, 10, 64)
		ok = ok && err == nil
		return n
	}
	unquote := func(text string) string {
		s, err := strconv.Unquote(text)
		ok = ok && err == nil
		return s
	}
	id := func(text string) (t token) {
		b, err := hex.DecodeString(text)
		ok = ok && err == nil && copy(t[:], b) == len(b) && len(b) == len(t)
		return t
	}
	ok = true
	c.record, c.inode = id(value(1, "record")), number(value(2, "inode"))
	c.folder, c.owner, c.space = unquote(value(3, "folder")), unquote(value(4, "owner")), unquote(value(5, "space"))
	c.boot, c.lead = id(value(6, "boot")), time.Duration(number(value(7, "lead")))
	return c, ok
}

// heldClaim is a claim that stays open while its record is in use.
type heldClaim struct {
	claim
	path  string
	file  *os.File // nil is no claim
	info  os.FileInfo
	text  []byte
	valid bool // the text is a claim
}

// open reads the claim; none is no error, and leaves file nil. The text of one
// that is being rewritten is tried again.
func (h *heldClaim) open(path string) (err error) {
	*h = heldClaim{path: path}
	f, err := open(path, os.O_RDONLY|openFlags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		if info, e := os.Lstat(path); e == nil && !info.Mode().IsRegular() {
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
	return &StateError{Reason: ErrDamaged, Path: path, Text: show(path) + " is damaged: it does not tell whose worker number it is"}
}

// unchanged reports whether the path still leads to the same claim.
func (h *heldClaim) unchanged() bool {
	named, err := os.Lstat(h.path)
	if err != nil || !os.SameFile(named, h.info) || named.Size() != h.info.Size() {
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
