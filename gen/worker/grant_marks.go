package worker

import (
	"bytes"
	"encoding/binary"
)

// grantMarks are what a grant is known by.
type grantMarks struct {
	turn          uint64 // counts the writes
	device, inode uint64
	wall          int64 // when it was written, by the real clock: that of the inode's change
	uptime        int64 // then, -1 is unknown
	boot, machine token
	path, space   token
}

const (
	grantMagic = "idscope grant 1\n"
	grantSize  = 2048
	marksSize  = 5*8 + 4*16
	grantMost  = grantSize - len(grantMagic) - marksSize - 2 - 8 // bytes of content
)

// grantBytes writes a grant: magic, marks, content behind its length, padding, checksum.
func grantBytes(m *grantMarks, content []byte) []byte {
	out := make([]byte, grantSize)
	b := append(out[:0], grantMagic...)
	for _, n := range [...]uint64{m.turn, m.device, m.inode, uint64(m.wall), uint64(m.uptime)} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	for _, t := range [...]*token{&m.boot, &m.machine, &m.path, &m.space} {
		b = append(b, t[:]...)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(content)))
	copy(out[len(b):], content)
	binary.BigEndian.PutUint64(out[grantSize-8:], checksum(out[:grantSize-8]))
	return out
}

// parseGrant reads what grantBytes writes.
func parseGrant(b []byte) (m grantMarks, content []byte, ok bool) {
	if len(b) != grantSize || !bytes.HasPrefix(b, []byte(grantMagic)) ||
		binary.BigEndian.Uint64(b[grantSize-8:]) != checksum(b[:grantSize-8]) {
		return m, nil, false
	}
	b = b[len(grantMagic) : grantSize-8]
	next := func() (n uint64) {
		n, b = binary.BigEndian.Uint64(b), b[8:]
		return n
	}
	m.turn, m.device, m.inode, m.wall, m.uptime = next(), next(), next(), int64(next()), int64(next())
	for _, t := range [...]*token{&m.boot, &m.machine, &m.path, &m.space} {
		b = b[copy(t[:], b):]
	}
	n := int(binary.BigEndian.Uint16(b))
	if n > len(b)-2 {
		return m, nil, false
	}
	return m, b[2 : 2+n], true
}
