package worker

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"idscope/gen/internal/guard"
)

// claim says which record a worker number belongs to on this host. It outlives
// the record: so it is also the memory of which numbers were ever used. It is the
// witness of its record (package guard): the entry is what the record will have.
type claim struct {
	entry  entry
	inode  uint64 // of the record, 0 before it was there
	device uint64 // of the record's file system
	folder string // the state folder, absolute
	owner  string // for people
	space  string // Host.MountNS: in which view of the files the folder is to be found
}

// claimMagic is what a claim begins with.
const claimMagic = "idclaim\x03"

// claimBlock is the size of a claim, or a multiple: it is rewritten in place with
// one write, and never gets shorter.
const claimBlock = 1024

// maxClaim is the size up to which a claim is read; the path in it may be long.
const maxClaim = 1 << 16

// rest is what follows the block, in a claim of at least that size.
func (c *claim) rest(size int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\ndevice %d\nfolder %q\nowner %q\nspace %q\n", c.device, c.folder, c.owner, c.space)
	fmt.Fprintf(&b, "check %016x\n", guard.Checksum(b.Bytes()))
	used := guard.BlockSize + b.Len()
	pad := max(size, (used/claimBlock+1)*claimBlock) - used
	b.WriteString(strings.Repeat(" ", pad-1) + "\n")
	return b.Bytes()
}

// parseRest reads what rest writes.
func (c *claim) parseRest(text []byte) (ok bool) {
	body, rest, ok := strings.Cut(string(text), "\ncheck ")
	if !ok || len(rest) < 16 {
		return false
	}
	sum, err := strconv.ParseUint(rest[:16], 16, 64)
	if err != nil || sum != guard.Checksum(text[:len(body)+1]) {
		return false
	}
	body = strings.TrimPrefix(body, "\n")
	value := func(name string) (v string) { // of the next line
		var line string
		line, body, _ = strings.Cut(body, "\n")
		v, named := strings.CutPrefix(line, name+" ")
		ok = ok && named
		return v
	}
	quoted := func(name string) string {
		s, err := strconv.Unquote(value(name))
		ok = ok && err == nil
		return s
	}
	c.device, err = strconv.ParseUint(value("device"), 10, 64)
	c.folder, c.owner, c.space = quoted("folder"), quoted("owner"), quoted("space")
	return ok && err == nil && body == ""
}

// heldClaim is a claim that stays open while its record is in use.
type heldClaim struct {
	guard.Side
	claim
	valid  bool  // the text is a claim
	denied error // it may be read only
}

// open reads the claim; none is no error, and leaves File nil. It is opened for
// writing where that is permitted: of another user's claim only the text is
// asked for.
func (h *heldClaim) open(d guard.Disk, path string) error {
	*h = heldClaim{Side: guard.Side{Path: path, Magic: claimMagic}}
	err := h.Open(d, os.O_RDWR, maxClaim)
	if errors.Is(err, fs.ErrPermission) {
		h.denied = err
		err = h.Open(d, os.O_RDONLY, maxClaim)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if h.OK && h.claim.entry.decode(h.Content) && h.parseRest(h.Text[guard.BlockSize:]) {
		h.valid = true
		h.claim.entry.turn, h.inode = h.Head.Turn, h.Head.Inode
		return nil
	}
	if earlier(h.Text) {
		return &StateError{Reason: ErrEarlier, Path: path, Text: show(path) + " was written by an earlier build"}
	}
	text := show(path) + " is damaged: it does not tell whose worker number it is"
	return &StateError{Reason: ErrDamaged, Path: path, Text: text}
}

func (h *heldClaim) close() {
	h.Close()
	*h = heldClaim{}
}

// path is the path of the record that the claim is for.
func (c *claim) path(key string, worker uint64) string {
	return filepath.Join(c.folder, key, strconv.FormatUint(worker, 10)+".rec")
}
