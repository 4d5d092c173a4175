package worker

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/histories"
	"idscope/gen/testing/try"
)

// The ways in which a number was once handed out twice on one host, each with the
// history that shows it.

// power keeps what is on the disk: of each file what it held when it was waited
// for, or when it was made.
type power struct {
	w      *world
	random *rand.Rand
	disk   histories.Backup
	syncs  int
}

func newPower(w *world, seed uint64) *power {
	p := &power{w: w, random: rand.New(rand.NewPCG(seed, 1)), disk: make(histories.Backup)}
	w.folder = watched(w.folder, func(point string) {
		switch point {
		case "synced":
			p.syncs++
			fallthrough
		case "record synced", "locked": // when it is locked, what is new has been waited for
			for path, content := range histories.Save(w.t, w.folder.State, w.folder.Claims) {
				if _, known := p.disk[path]; point != "locked" || !known {
					p.disk[path] = content
				}
			}
		}
	})
	return p
}

// fail loses what was not waited for, or all that was written before, and starts
// the machine again with its clock off by that much.
func (p *power) fail(off, clock time.Duration) {
	if p.random.IntN(2) == 0 {
		p.disk.Back(p.w.t, false)
	}
	p.w.boot += "+"
	p.w.pass(off)
	p.w.step(clock)
	p.w.up = off
}

// The power fails, in the middle of a long tick or of a short one, with a clock
// that is right afterwards or behind.
func TestLossOfPower(t *testing.T) {
	try.Lines(t, "testdata/power.txt", func(given string) string {
		words := strings.Split(given, ", ")
		part := func(i int) time.Duration { return try.Of(time.ParseDuration(words[i])).Or(t) }
		tick, off, clock, adrift, after := part(0), part(2), part(3), words[4] == "adrift", words[5] == "adrift"
		for seed := range histories.Seeds(t, 6) {
			w := newWorld(t)
			s := custom(t, words[1])
			s.Tick, s.Overflow, s.Backward = tick, gen.OverflowBorrow, gen.BackwardContinue
			s.MaxLead = 2 * max(tick, time.Minute)
			p := newPower(w, seed)
			for range 3 {
				w.adrift = adrift
				for range 1 + p.random.IntN(8) {
					w.must(w.folder, s, 7, 1+p.random.IntN(5))
					w.pass(time.Duration(p.random.IntN(300)) * time.Millisecond)
				}
				p.fail(off, clock)
				w.adrift = after
				w.must(w.folder, s, 7, 5)
				if after && !adrift { // then somebody sets it, who else would not say so
					w.step(-clock)
				}
			}
		}
		return "nothing twice"
	})
}

// The power fails, the record is deleted, and the clock is behind afterwards by more than a
// short lead explains: what was promised to be past is on the disk, in the claim.
func TestLossOfPowerAndOfTheRecordWithAShortLead(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	s.Overflow, s.MaxLead = gen.OverflowBorrow, time.Millisecond
	w.adrift = true
	p := newPower(w, 1)
	for range 280 {
		w.must(w.folder, s, 7, 1)
		w.pass(10 * time.Millisecond)
	}
	p.disk.Back(t, false)
	w.adrift, w.boot, w.up = false, "boot 2", 0
	os.Remove(file(w.folder, s, 7))
	w.step(-2500 * time.Millisecond)
	for range 400 {
		w.run(w.folder, s, 7, 1) // may be refused, and fails if one comes twice
		w.pass(time.Millisecond)
	}
}

// A process is killed when it has written the claim, before that is on the disk: the next
// one waits for the disk, and does not believe that it has.
func TestClaimThatIsNotYetOnTheDisk(t *testing.T) {
	for _, adrift := range []bool{true, false} { // when it is killed; before, nobody sets the clock
		w := newWorld(t)
		s := snowflake()
		w.adrift = true
		w.must(w.folder, s, 7, 1)
		w.pass(10 * time.Second)
		w.adrift = adrift
		plain := w.folder
		claim := plain.record(formOf(s), 7, 0).at(t).claimPath
		w.folder.FS = &histories.Files{At: func(call, path string, done bool) {
			if call == "sync" && path == claim && !done {
				panic(histories.Killed{})
			}
		}}
		histories.Dies(func() { w.run(w.folder, s, 7, 1) })
		syncs := 0
		w.must(waits(plain, &syncs), s, 7, 1)
		try.Equal(t, syncs, 1, "adrift %t: waits for the disk:", adrift)
	}
}

// The power fails, and the clock is a minute behind afterwards, as that of a machine
// whose clock has no battery: it comes by what was used and not waited for.
func TestClockFarBehindAfterLossOfPower(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	s.Backward, s.MaxLead = gen.BackwardContinue, 2*time.Minute
	w.must(w.folder, s, 7, 5)
	disk := histories.Save(t, w.folder.State, w.folder.Claims)
	w.pass(10 * time.Second)
	w.must(w.folder, s, 7, 5)
	disk.Back(t, false)
	w.boot, w.up, w.adrift = "boot 2", 2*time.Second, true
	w.pass(2 * time.Second)
	w.step(-time.Minute)
	for range 60 {
		w.run(w.folder, s, 7, 5) // may be refused
		w.pass(time.Second)
	}
}

// What is lost of a record cannot be made again when the clock goes back to it: under no rollback count after the
// record was deleted, or after the power failed when the count was new; and not in the tick that the machine is
// started in.
func TestLostAndTheClockGoesBack(t *testing.T) {
	for what, c := range map[string]struct {
		back            time.Duration // before it is lost
		deleted, adrift bool
	}{
		"record deleted": {20 * time.Millisecond, true, false}, "a count lost": {20 * time.Millisecond, false, false},
		"a count lost, nobody set the clock": {20 * time.Millisecond, false, true}, "a tick lost": {},
	} {
		t.Run(what, func(t *testing.T) {
			w := newWorld(t)
			s := custom(t, "time:41 rollback:1 worker:10 seq:3")
			s.Backward, w.adrift = gen.BackwardBits, c.adrift
			p := newPower(w, 1)
			w.must(w.folder, s, 7, 1)
			w.step(-c.back)
			w.must(w.folder, s, 7, 1)
			at := w.at
			w.must(w.folder, s, 7, 1)
			if c.deleted {
				os.Remove(file(w.folder, s, 7))
				w.must(w.folder, s, 7, 1)
			} else {
				p.disk.Back(t, false)
				w.boot, w.up, w.adrift = "boot 2", resetTime, false
			}
			w.step(at.Sub(w.at))
			for range 40 {
				w.run(w.folder, s, 7, 4) // may be refused
				w.pass(time.Millisecond)
			}
		})
	}
}

// A long tick's sequence is made durable a part at a time, and is not given up
// whole when the power fails.
func TestLongTickIsMadeDurableInParts(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:30 worker:4 seq:12")
	s.Tick = time.Hour
	p := newPower(w, 1)
	for range 640 {
		w.must(w.folder, s, 7, 1)
	}
	try.Within(t, p.syncs, 10, 12, "waits for the disk in 640 calls:")
	p.fail(time.Minute, 0)
	w.must(w.folder, s, 7, 4096-640-2*64)
	try.Equal(t, w.slept, 0, "slept, though the tick has numbers left:")
}

// Claims that other services of the host do not see are refused, unless the user
// named them.
func TestPrivateClaims(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.folder.Host.Private = func(string) string { return "is private" }
	w.refused(w.folder, s, 7, ErrPrivate)
	try.Of(os.Stat(w.folder.State)).Fails(t, fs.ErrNotExist, "the state folder:")
	try.Of(w.folder.Auto(t.Context(), s, 0)).Fails(t, ErrPrivate, "auto:")
	w.folder.ClaimsGiven = true
	w.must(w.folder, s, 7, 5)
	w.folder.ClaimsGiven = false
	w.must(w.folder, s, 7, 5) // the claim was made when they were named
	w.refused(w.folder, s, 8, ErrPrivate)
}

// A folder of claims that somebody planted is refused, and nothing is made in it.
func TestPlantedClaims(t *testing.T) {
	for what, plant := range map[string]func(claims, aside string) error{
		"is a symbolic link; remove the link": func(claims, aside string) error { return os.Symlink(aside, claims) },
		"is not a directory; move it away":    func(claims, _ string) error { return os.WriteFile(claims, nil, 0o666) },
		"it lets users replace each other's claims, without its sticky bit; chmod +t /": func(claims, _ string) error {
			os.Mkdir(claims, 0o777)
			return os.Chmod(claims, 0o777)
		},
		"replace each other's claims": func(claims, _ string) error { // a group may, too
			os.Mkdir(claims, 0o777)
			return os.Chmod(claims, 0o770)
		},
	} {
		w := newWorld(t)
		aside := t.TempDir()
		try.Works(t, plant(w.folder.Claims, aside))
		err := w.run(w.folder, snowflake(), 7, 1)
		try.Contains(t, fmt.Sprint(err, "; ", fault.Hint(err)), what, "error")
		left, _ := os.ReadDir(aside)
		try.Equal(t, len(left), 0, "%s: made where the link leads:", what)
	}
}

// Another file in the place of the claim, put there during an update, is not written,
// and the update gives no numbers.
func TestClaimIsReplacedDuringAnUpdate(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 5)
	other := []byte("of another program")
	plain := w.folder
	f := watched(w.folder, func(point string) {
		if path := plain.record(formOf(s), 7, 0).at(t).claimPath; point == "reserved" {
			os.Remove(path)
			write(t, path, other)
		}
	})
	w.refused(f, s, 7, ErrMoved)
	try.Equal(t, string(read(t, f.record(formOf(s), 7, 0).at(t).claimPath)), string(other), "the other file is")
}

// A crowd on one record that takes its time is no reason to give up: each waits
// as long as others come to their end.
func TestCrowdOnOneRecord(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "worker:4 seq:40")
	f := w.folder
	f.patience = time.Hour // TestQueueWaitsForProgress has the clock
	var crowd sync.WaitGroup
	for range 100 {
		crowd.Go(func() {
			var before uint64
			r, err := f.Number(t.Context(), s, 7, 0)
			if err == nil {
				err = r.Update(t.Context(), func(m *gen.Mark) error {
					before = r.written()
					m.Used, m.Step, m.Value.Lo = true, 1, m.Value.Lo+1
					return nil
				})
			}
			if err != nil || r.written() == before {
				t.Errorf("Update: %v; those who wait see the turn %d as before", err, before)
			}
		})
	}
	crowd.Wait()
	e, ok := f.record(formOf(s), 7, 0).at(t).peek()
	try.Equal(t, ok && e.Mark.Value.Lo == 100, true, "the record counts %d, 100:", e.Mark.Value.Lo)
}
