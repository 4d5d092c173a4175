package worker

import (
	"encoding/binary"
	"fmt"
	"os"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// What the files of the state begin with, each the magic of a block (package guard). A
// change of what a block holds is a new magic.
const (
	recordMagic = "idrecrd4"
	claimMagic  = "idclaim4"
	ownerMagic  = "idowner4" // of the second block of a claim
	grantMagic  = "idgrant7"
	pageMagic   = "idcount4"
	nodeMagic   = "idnode-4"
	aheadMagic  = "idahead4" // of the witness of a grant, a page or a node
)

// stamp is where, when and by whom a file was written. Like all that is in a block it is
// encoded field after field, big-endian, without padding.
type stamp struct {
	Boot, Machine token
	Sec           int64 // of the wall clock
	Nanosecond    int32
	Uptime        time.Duration
	Timed         bool // the uptime is known
	PID           int32
}

// stamp notes this process.
func (f *Folder) stamp(s *stamp) {
	h := &f.Host
	now := h.Now()
	s.Sec, s.Nanosecond, s.PID = now.Unix(), int32(now.Nanosecond()), int32(os.Getpid())
	s.Uptime, s.Timed = h.Uptime()
	if s.Boot != f.boot || s.Machine == (token{}) {
		s.Boot, s.Machine = f.boot, tokenOf(h.MachineID())
	}
}

func (s *stamp) wall() time.Time { return time.Unix(s.Sec, int64(s.Nanosecond)) }

// passage is what happened to the host since a stamp.
type passage struct {
	kernel  bool          // the same one runs, which an equal boot ID proves
	started bool          // the machine was started
	known   bool          // whether it was is known
	jump    time.Duration // how far the clock is before the uptime of the same kernel
}

// since compares a stamp with the present.
func (f *Folder) since(s *stamp) (p passage) {
	up, timed := f.Host.Uptime()
	timed = timed && s.Timed
	switch {
	case f.boot.same(s.Boot):
		if p.kernel, p.known = true, true; timed && up >= s.Uptime {
			p.jump = f.Host.Now().Round(0).Sub(s.wall().Add(up - s.Uptime))
		}
	case f.boot.differs(s.Boot):
		p.started, p.known = true, true
	case timed:
		p.started, p.known = restartedSince(f.Host.Now(), up, s.wall(), s.Uptime), true
	}
	return p
}

// foreign reports whether another machine wrote a stamp, of another kernel: the system is
// another one, or unknown and not claimed by a claim of this host.
func (f *Folder) foreign(s *stamp, claimed bool) bool {
	machine := tokenOf(f.Host.MachineID())
	if machine.same(s.Machine) || claimed && !machine.differs(s.Machine) {
		return false
	}
	return [4]token{f.boot, machine, s.Boot, s.Machine} != [4]token{}
}

// entry is the content of a record. There is one block, not two that are written in turn:
// the older one could never be used, for the IDs generated since it was written would be
// generated again.
type entry struct {
	Hash   token // of the layout
	Worker uint64
	ID     token // of the record, random: a copy has the same one
	Mark   gen.Mark

	// Durable is on the disk, in the claim, before any ID past it is used, whenever a
	// loss of power could do harm. After a new start of the machine nothing up to it is
	// used again.
	Durable durable
	Lax     bool // since the last start, updates trusted the clock instead

	Lead time.Duration // longest that was ever used
	stamp
}

// durable is a tick and the sequence number in it up to which numbers are given
// up when the power fails; the sequence began where that of the mark did.
type durable struct {
	Tick  uint64
	Value gen.Wide
}

// entrySize is the size of an entry: it fits in one sector.
const entrySize = 456

var _ [guard.Room - entrySize]byte

func (e *entry) encode() []byte {
	b, _ := binary.Append(make([]byte, 0, entrySize), binary.BigEndian, e) // of fixed size: it does not fail
	return b
}

// decode reads the content of a block; ok is false if encode did not write it.
func (e *entry) decode(s *guard.Side) (ok bool) {
	*e = entry{}
	if !s.OK || len(s.Content) != entrySize {
		return false
	}
	_, err := binary.Decode(s.Content, binary.BigEndian, e)
	return err == nil
}

// owner says which record a worker number belongs to on this host. It is the second block
// of a claim, a line of text, which most updates leave as it is: a disk writes one sector
// whole.
type owner struct {
	device uint64 // of the record's file system
	folder string // the state folder, absolute
	name   string // of the user, for people
	space  string // Host.MountNS: in which view of the files the folder is to be found
}

func (o *owner) encode() []byte {
	return guard.Encode(ownerMagic, guard.Head{},
		fmt.Appendf(nil, "device %d folder %q user %q space %q\n", o.device, o.folder, o.name, o.space))
}

// decode reads what follows the first block of a claim.
func (o *owner) decode(claim []byte) (ok bool) {
	_, text, ok := guard.Decode(ownerMagic, claim[min(len(claim), guard.BlockSize):])
	if ok {
		_, err := fmt.Sscanf(string(text), "device %d folder %q user %q space %q\n", &o.device, &o.folder, &o.name,
			&o.space)
		ok = err == nil
	}
	return ok
}
