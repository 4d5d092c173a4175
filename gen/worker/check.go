package worker

import (
	"strconv"
	"time"

	"idscope/gen/internal/guard"
)

// check refuses what cannot be trusted of a record's content, which was decoded
// to e if ok. A record that its claim names is this machine's, if nothing else is
// known of it.
func (r *Record) check(content []byte, e *entry, ok, claimed bool) error {
	path := r.path(".rec")
	switch {
	case !ok && earlier(content):
		return r.earlier()
	case !ok && len(content) != guard.BlockSize:
		return r.refuse(ErrDamaged, path, r.command(""), "the record of %s, %s, is damaged: it has %s; want %d bytes",
			r.name(), show(path), size(content), guard.BlockSize)
	case !ok:
		return r.refuse(ErrDamaged, path, r.command(""), "the record of %s, %s, is damaged: its checksum is wrong",
			r.name(), show(path))
	case e.hash != r.form.hash || e.worker != r.worker:
		return r.refuse(ErrForeignLayout, path, r.command(""),
			"the record of %s, %s, was written for another layout or worker number", r.name(), show(path))
	case r.foreign(e, claimed):
		return r.refuse(ErrForeignMachine, path, r.command(" --adopt"), "the record of %s, %s, was written on another "+
			"machine",
			r.name(), show(path))
	}
	if jump, ok := r.jumped(e); ok {
		now := r.folder.Host.Now().UTC()
		return r.refuse(ErrJumpedForward, path, r.command(""),
			"the clock jumped forward by %s since %s was used last: it says %s; want about %s",
			jump.Round(time.Second), r.name(), now.Format(time.RFC3339), now.Add(-jump).Format(time.RFC3339))
	}
	return nil
}

// foreign reports whether neither the kernel nor the system is the one that
// wrote the record. An equal boot id proves the same kernel; where the machine is
// unknown, the claim of this host does.
func (r *Record) foreign(e *entry, claimed bool) bool {
	boot := r.folder.boot
	if boot.same(e.boot) {
		return false
	}
	machine := tokenOf(r.folder.Host.MachineID())
	if machine.same(e.machine) || claimed && !machine.differs(e.machine) {
		return false
	}
	return [4]token{boot, machine, e.boot, e.machine} != [4]token{}
}

// rebooted reports whether the machine was started since the record was written.
func (r *Record) rebooted(e *entry) bool {
	boot := r.folder.boot
	if boot.same(e.boot) || boot.differs(e.boot) {
		return boot != e.boot
	}
	up, ok := r.folder.Host.Uptime()
	return ok && e.timed && startedAnew(r.folder.Host.Now(), up, e.wall, e.uptime)
}

// jumped returns how far the clock is before the uptime, if that is too far.
func (r *Record) jumped(e *entry) (time.Duration, bool) {
	if !e.timed || !r.folder.boot.same(e.boot) {
		return 0, false
	}
	up, ok := r.folder.Host.Uptime()
	if !ok || up < e.uptime {
		return 0, false
	}
	jump := r.folder.Host.Now().Round(0).Sub(e.wall.Add(up - e.uptime))
	return jump, jump > maxJump
}

func size(content []byte) string {
	if len(content) > guard.BlockSize {
		return "more"
	}
	return strconv.Itoa(len(content)) + " bytes"
}
