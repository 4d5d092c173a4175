package collide

import (
	"fmt"
	"slices"
	"time"

	"idscope/gen"
)

// Rules are how a system makes its numbers: what it does when its clock goes
// back, when a tick's sequence is used up, and what it remembers when it starts.
// They are applied to the layout of whatever scheme is simulated, so that two
// rules on one layout and one history differ by nothing else.
type Rules struct {
	Name string
	Help string // what it does, for lists
	Row  string // where it was read

	back     backRule
	backWait time.Duration // longest wait of backWaits
	over     overRule
	lead     uint64 // ticks that overBorrows takes until the clock is past them all
	start    startRule
	first    uint64 // sequence number of a new tick, or range of startRandom
	saves    saveRule
	saved    time.Duration // how often, or how far ahead
	worker   workerRule
	begins   time.Duration // a start takes, before the first id
	Redraws  bool          // random bits are drawn again for each id
	narrow   int           // bits of the integer in which the worker is shifted past the sequence; 0 is enough
	Mark     Mark
	of       string // schemes whose own system has these rules
}

// Mark is what tells the processes of a system apart where no numbers are given to them.
type Mark struct {
	Values uint64 // that it can have, about equally likely; 0 where numbers are given
	By     string // what it is, in words
	Unless string // where they differ for certain; empty where that is always a matter of chance
}

// drawn reports whether processes have marks that chance decides, wherever they are.
func (m *Mark) drawn() bool { return m.Values > 0 && m.Unless == "" }

type backRule uint8

const (
	backThrows  backRule = iota // refuses until the clock has caught up
	backWaits                   // waits for a short step, refuses in a longer one
	backKeeps                   // keeps the last tick, the sequence goes on
	backFollows                 // takes the clock's tick as if nothing had happened
	backBumps                   // every id is a tick after the last
	backBelow                   // goes down from the last tick with reserved numbers
	backToggles                 // turns a bit, once; then waits
	backCounts                  // counts the step in bits of its own
	backUnseen                  // reads a clock that cannot step, but for its start
	backBlind                   // reads the clock at its start only
)

type overRule uint8

const (
	overWaits   overRule = iota // for the next tick
	overBorrows                 // takes ticks ahead, then waits
	overCarries                 // takes ticks ahead without bound
	overPauses                  // the same, with a pause of 5 ms while it is ahead
	overWraps                   // begins the tick's sequence again
	overSleeps                  // sleeps for as long as the next tick should take, and takes it without another look
)

type startRule uint8

const (
	startAt     startRule = iota // at first
	startRandom                  // below first at random
	startRotate                  // the next of first in turn
	startCarry                   // goes on where the last tick ended
	startHalf                    // the same, but at 0 once half of the range is used
	startAny                     // anywhere
)

type saveRule uint8

const (
	savesNothing saveRule = iota
	savesClock            // the clock, every so often; refuses to start before it
	savesAhead            // the last tick and so much more; starts after it
	savesAll              // the last tick and number
)

type workerRule uint8

const (
	workerKept    workerRule = iota // one per node
	workerNext                      // a new one for every start
	workerRedrawn                   // drawn at every start
	counterDrawn                    // kept, beside 14 bits that are drawn at every start
)

const (
	oursName      = "ours"      // the core's own rules
	unguardedName = "unguarded" // of clients that print whatever the server gives
)

// Ours are the rules of the core: the scheme's own policies, with its record.
func Ours() Rules {
	return Rules{Name: oursName, Help: "the core of this tool, which records the last tick that it used"}
}

// Every lists all rules, ours first. The facts are those of the systems' own
// sources, as far as they decide what is made twice: those in Go are run beside them in a
// test (TestRealLibraries), of those in Java, Scala and Erlang the function that decides
// is named above the rules that model it.
func Every() []Rules {
	return []Rules{
		Ours(),
		// nextId: a timestamp < lastTimestamp throws InvalidSystemClock before the sequence is touched
		// (revisions of 2010 set it to 0 first); tilNextMillis turns; lastTimestamp begins at -1.
		{Name: "twitter", Help: "refuses while the clock is back, remembers nothing",
			Row: "snowflake-2010, IdWorker.scala", of: "snowflake"},
		{Name: "noeqd", Help: "refuses while the clock is back, remembers nothing", Row: "noeqd, main.go"},
		// nextId: currStmp < lastStmp throws before anything is changed; getNextMill turns.
		{Name: "beyondfengyu", Help: "refuses while the clock is back, remembers nothing",
			Row: "DistributedID, SnowFlake.java", of: "beyondfengyu"},
		// get/5, the last clause: {error, clock_running_backwards}; the first one adds 1 without an
		// end, and gen_id writes its low 16 bits. write_timestamp saves the clock (interval, 1000 ms).
		{Name: "boundary", Help: "refuses while the clock is back, the sequence wraps; saves the clock each second",
			Row:  "flake_server.erl, persistent_timer.erl",
			over: overWraps, saves: savesClock, saved: time.Second, of: "boundary-flake"},
		{Name: "instagram", Help: "follows the clock with a sequence of the database that wraps",
			Row:  "Sharding & IDs at Instagram",
			back: backFollows, over: overWraps, start: startCarry, saves: savesAll, of: "instagram"},
		{Name: "objectid", Help: "follows the clock; worker and counter are drawn at each start",
			Row:  "bson-objectid/objectid.md",
			back: backFollows, over: overWraps, start: startCarry, first: 1, worker: workerRedrawn, of: "objectid"},
		{Name: "xid", Help: "follows the clock; a counter is drawn at each start, the worker is kept, as in containers",
			Row:  "rs/xid, id.go",
			back: backFollows, over: overWraps, start: startCarry, first: 1, of: "xid objectid-2017",
			Mark: Mark{1 << 24,
				"a hash of the host's name or machine id, and its process number, which is 1 in containers", ""}},
		// waitTolerateTimeDifferenceIfNeed sleeps lastMillis - currentMillis, and refuses from
		// max-tolerate-time-difference-milliseconds (10) on; vibrateSequenceOffset takes turns.
		{Name: "shardingsphere", Help: "waits for steps of less than 10 ms, refuses in longer ones, remembers nothing",
			Row:  "SnowflakeKeyGenerateAlgorithm.java",
			back: backWaits, backWait: 10*time.Millisecond - 1, start: startRotate, first: 2, of: "shardingsphere"},
		// get: offset <= 5 waits offset << 1 and looks once more, else Result(-3); RANDOM.nextInt(100) is the
		// first number of a tick. scheduledUploadData: 1L, 3L, SECONDS; checkInitTimeStamp compares.
		{Name: "leaf", Help: "waits for steps of up to 5 ms, refuses in longer ones; saves the clock every 3 s",
			Row:  "SnowflakeIDGenImpl.java, SnowflakeZookeeperHolder.java",
			back: backWaits, backWait: 5 * time.Millisecond, start: startRandom, first: 100, saves: savesClock,
			saved: 3 * time.Second, of: "leaf"},
		// nextId: currentSecond < lastSecond throws UidGenerateException; getNextSecond turns;
		// assignWorkerId inserts a row for each start.
		{Name: "uidgenerator", Help: "refuses while the clock is back; a new worker number for each start",
			Row:    "DefaultUidGenerator.java, DisposableWorkerIdAssigner.java",
			worker: workerNext, of: "uidgenerator"},
		// nextIdsForOneSecond takes lastSecond.incrementAndGet of BufferPaddingExecutor, which read the
		// clock when it was made.
		{Name: "uidgenerator-cached", Help: "reads the clock at its start only; a new worker number for each start",
			Row:  "CachedUidGenerator.java, RingBuffer.java",
			back: backBlind, over: overCarries, worker: workerNext},
		{Name: "march", Help: "keeps the tick and carries into it; saves a tick before its use",
			Row:  "the author's write-up of March",
			back: backKeeps, over: overCarries, saves: savesAhead, saved: 3 * time.Second, of: "march"},
		{Name: "libuuid", Help: "counts steps in 14 bits beside the time, recorded under a lock", Row: "gen_uuid.c",
			back: backCounts, saves: savesAll},
		// generate: currentTimestamp < lastTimestamp throws ClockBackwardsException; the sequence goes on
		// from tick to tick below sequenceResetThreshold. DefaultMachineIdGuarder: each minute.
		{Name: "cosid", Help: "refuses while the clock is back; saves the clock each minute",
			Row:   "AbstractSnowflakeId.java, DefaultMachineIdGuarder",
			start: startHalf, saves: savesClock, saved: time.Minute, of: "cosid"},
		{Name: "yitter", Help: "goes down from the last tick with 4 reserved numbers; borrows 2000 ticks, remembers " +
			"nothing",
			Row:  "SnowWorkerM1.go",
			back: backBelow, over: overBorrows, lead: 2000, first: 5, narrow: 16,
			begins: 500 * time.Microsecond, of: "yitter"},
		{Name: "yitter-m2", Help: "prints a message and follows the clock back, remembers nothing",
			Row: "SnowWorkerM2.go", back: backFollows, first: 5, narrow: 16},
		{Name: "sonyflake", Help: "keeps the tick; sleeps for as long as the next one should take, remembers nothing",
			Row:  "sonyflake.go, v1 and v2",
			back: backKeeps, over: overSleeps, of: "sonyflake sonyflake-v2",
			Mark: Mark{1 << 16, "the low 16 bits of the private address", "all are in one network"}},
		{Name: "bwmarrin", Help: "does not see steps while it runs, remembers nothing",
			Row:  "bwmarrin/snowflake, snowflake.go",
			back: backUnseen, of: "snowflake"},
		// initTimestampAndSequence reads the clock, nextId is incrementAndGet; waitIfNecessary: current >=
		// newest sleeps 5 once. generateWorkerIdBaseOnMac: 10 bits of the address.
		{Name: "seata", Help: "reads the clock at its start, then counts; worker from an address", Row: "IdWorker.java",
			back: backBlind, over: overPauses, of: "seata",
			Mark: Mark{1 << 10, "the low 10 bits of a network card's address", ""}},
		{Name: "cockroach", Help: "takes a tick for each id, its lead without bound, remembers nothing",
			Row:  "builtins.go, GenerateUniqueInt",
			back: backBumps, of: "cockroach"},
		// Generator.nextUnixMicros: a microsecond that is not above lastMicros is lastMicros + 1;
		// makeClockSeqAndNode draws the 14 bits.
		{Name: "cassandra", Help: "takes a tick for each id; 14 bits beside the time are drawn at each start",
			Row:  "Clock.java, TimeUUID.java",
			back: backBumps, worker: counterDrawn},
		{Name: "sno", Help: "turns a bit when the clock moves backwards, waits when it does so again; no snapshot kept",
			Row:  "sno, generator.go",
			back: backToggles, of: "sno",
			Mark: Mark{1 << 16, "16 bits of the time at which the process starts", ""}},
		{Name: unguardedName, Help: "of counters: prints what the server gives, whatever it gave before",
			Row: "SegmentIDGenImpl.java, code.flickr.net, Redis INCR"},
		{Name: "simpleflake", Help: "draws all random bits again for each id", Row: "simpleflake.py", Redraws: true,
			of: "simpleflake simpleflake-utc nano64"},
		// Next: at or before currentTime the sequence goes on, at sequenceMask with currentTime + 1;
		// NewIDGenerator takes rand.Intn(1023).
		{Name: "influxdb", Help: "keeps the tick and carries into it; the machine is drawn at each start",
			Row:  "pkg/snowflake, gen.go; snowflake, id.go",
			back: backKeeps, over: overCarries, worker: workerRedrawn,
			of: "influxdb", Mark: Mark{1023, "a number drawn at random at each start", ""}},
		// getTime: any other time than lastTime, an earlier one too, draws the counter again; 4096
		// past that it waits for the next. getNode draws where neither a property nor the caller gives
		// one.
		{Name: "tsid", Help: "follows the clock, each tick starts anywhere; the node is drawn at each start",
			Row:  "tsid-creator, TsidFactory.java",
			back: backFollows, start: startAny, worker: workerRedrawn,
			of: "tsid", Mark: Mark{1 << 10, "a number drawn at random at each start", ""}},
		// next: max(Date.now(), lastTimestamp) in milliseconds, and a count beside it that only grows;
		// clockid is Math.floor(Math.random() * 32).
		{Name: "atproto", Help: "takes a tick for each id; the clock id is one of 32, drawn at each start",
			Row:  "atproto, common-web, tid.ts",
			back: backBumps, worker: workerRedrawn,
			of: "tid", Mark: Mark{32, "one of 32 clock ids, drawn at random at each start", ""}},
	}
}

// RulesChoices lists the names with their help.
func RulesChoices() []gen.Choice {
	var list []gen.Choice
	for _, r := range Every() {
		list = append(list, gen.Choice{Name: r.Name, Help: r.Help})
	}
	return list
}

// RulesOf finds rules by their name.
func RulesOf(name string) (r Rules, ok bool) {
	for _, r := range Every() {
		if r.Name == name {
			return r, true
		}
	}
	return r, false
}

// Fit lists the rules that can make ids of a scheme.
func Fit(s *gen.Scheme) []Rules {
	return slices.DeleteFunc(Every(), func(r Rules) bool { return r.fits(s) != nil })
}

func (r *Rules) fits(s *gen.Scheme) error {
	l := s.Layout
	switch {
	case r.Name == oursName, r.Name == unguardedName && s.Counter != "":
		return nil
	case r.Name == unguardedName:
		return fmt.Errorf("rules unguarded are of counters, and %s is not counted in a store; use ours", s.Name)
	case s.Counter != "":
		return fmt.Errorf("rules %s read a clock, and %s is counted in a store; use ours or unguarded", r.Name, s.Name)
	case r.Redraws && (kindOf(s) == counted || s.Recorded()):
		return fmt.Errorf("rules %s draw random bits, of which %s has too few to be told apart by; use a scheme such "+
			"as simpleflake, or other rules", r.Name, s.Name)
	case r.Redraws:
		return nil
	case kindOf(s) != counted:
		return fmt.Errorf("rules %s count a sequence, %s has random bits instead; use ours or simpleflake", r.Name,
			s.Name)
	case !s.Timed():
		return fmt.Errorf("rules %s read a clock, %s has no time; use ours", r.Name, s.Name)
	case r.worker == workerRedrawn && l.Width(gen.Worker) == 0:
		return fmt.Errorf("rules %s draw a worker number, %s has none; use other rules", r.Name, s.Name)
	case r.back == backBelow && l.Width(gen.Seq) < 3:
		return fmt.Errorf("rules %s reserve 5 numbers of each tick, %s has %d sequence bits; use 3 or more", r.Name,
			s.Name, l.Width(gen.Seq))
	case (r.start == startRandom || r.start == startRotate) && r.first > gen.Mask(l.Width(gen.Seq)).Lo:
		return fmt.Errorf("rules %s start a tick below %d, %s has %d sequence bits; use a layout with more", r.Name,
			r.first, s.Name, l.Width(gen.Seq))
	}
	return nil
}
