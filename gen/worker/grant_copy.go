package worker

import (
	"bytes"
	"encoding/binary"
	"os"
	"time"
)

// How a grant is told from a copy of it: its marks, and the change time that its last
// writer noted beside it, the witness.

const (
	witnessMagic = "idscope turn 1\n"
	witnessSize  = len(witnessMagic) + 3*8
)

// own reports whether this host wrote the grant here since it was started, and
// nothing was put in its place.
func (g *Grant) own(m *grantMarks, file handle, info os.FileInfo) bool {
	f := &g.r.folder
	switch {
	case m.boot == f.boot && f.boot != (token{}):
	case m.boot != f.boot, tokenOf(f.Host.MachineID()) != m.machine:
		return false
	default: // no boot id tells
		up, ok := f.Host.Uptime()
		if !ok || m.uptime < 0 || startedAnew(time.Now(), up, time.Unix(0, m.wall), time.Duration(m.uptime)) {
			return false
		}
	}
	device, inode := identity(file, info)
	if m.inode != inode || m.device != device && (m.path != tokenOf(g.path) || m.space != tokenOf(f.Host.MountNS())) {
		return false
	}
	change := changed(info)
	if change == 0 { // the system has no such time
		return true
	}
	turn, noted, ok := g.witness()
	if ok && turn == m.turn {
		return noted == change
	}
	// Its writer was killed before it noted the change, or is about to.
	return ok && turn+1 == m.turn && time.Unix(0, change).Sub(time.Unix(0, m.wall)).Abs() < noteTime
}

// witness is the turn and the change time of the grant as its last writer noted them.
func (g *Grant) witness() (turn uint64, change int64, ok bool) {
	b, err := g.r.folder.disk.readSmall(g.path+".lock", witnessSize)
	if err != nil {
		return 0, 0, false
	}
	if len(b) == 0 {
		return 0, 0, true
	}
	if len(b) != witnessSize || !bytes.HasPrefix(b, []byte(witnessMagic)) ||
		checksum(b[:witnessSize-8]) != binary.BigEndian.Uint64(b[witnessSize-8:]) {
		return 0, 0, false
	}
	b = b[len(witnessMagic):]
	return binary.BigEndian.Uint64(b), int64(binary.BigEndian.Uint64(b[8:])), true
}

// note writes the witness.
func (g *Grant) note(turn uint64, change int64) error {
	f, err := g.r.folder.disk.open(g.path+".lock", os.O_WRONLY|openFlags, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	b := binary.BigEndian.AppendUint64([]byte(witnessMagic), turn)
	b = binary.BigEndian.AppendUint64(b, uint64(change))
	b = binary.BigEndian.AppendUint64(b, checksum(b))
	_, err = f.WriteAt(b, 0)
	return err
}
