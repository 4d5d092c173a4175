/* The protocol of records and claims, as gen/worker has it. README.md says what
 * is modelled, what is left out, and how to run it; .ci/models runs all of it.
 *
 * One process, the world, takes a step of a caller or of its surroundings at a
 * time. Each step is one operation on the files, or reads the clock once; what a
 * caller holds in memory is its session. Names are those of the Go code.
 */

/* --- What a configuration says --------------------------------------------- */

#ifndef FOLDERS
#define FOLDERS 1	/* state folders */
#endif
#ifndef PLACED
#define PLACED 1	/* the state folders are default places: every caller looks for traces there */
#endif
#ifndef TIMED
#define TIMED 1		/* the layout has a time */
#endif
#ifndef SIZE
#define SIZE 1		/* numbers of a tick */
#endif
#ifndef LAST
#define LAST 2		/* last tick of the clock; without a time, the last number */
#endif
#ifndef LEAD0
#define LEAD0 1		/* longest lead of caller 0, and the default of the layout */
#endif
#ifndef LEAD1
#define LEAD1 LEAD0	/* of caller 1 */
#endif
#ifndef RUNS
#define RUNS 255	/* how many updates are begun; 255 is any number */
#endif
#ifndef TURNS
#define TURNS 12	/* no update or succession after so many */
#endif
#ifndef CRASHES
#define CRASHES 0	/* callers killed, at any step */
#endif
#ifndef DELETES
#define DELETES 0	/* deletions, of what the next lines say */
#endif
#ifndef DEL_RECORD
#define DEL_RECORD 0
#endif
#ifndef DEL_LOCK
#define DEL_LOCK 0
#endif
#ifndef DEL_CLAIM
#define DEL_CLAIM 0
#endif
#ifndef DEL_STATE
#define DEL_STATE 0	/* a whole state folder */
#endif
#ifndef DEL_BORN
#define DEL_BORN 0	/* CLAIMS/born is left, and cannot be read */
#endif
#ifndef BORN_LONG_AGO
#define BORN_LONG_AGO 0	/* 1: claims that were lost who knows when were lost long ago */
#endif
#ifndef DEL_CLAIMS
#define DEL_CLAIMS 0	/* the whole folder of the claims */
#endif
#ifndef COPIES
#define COPIES 0	/* how often a copy of the record of folder 0, or of the claim, is put back */
#endif
#ifndef COPY_CLAIM
#define COPY_CLAIM 0	/* the claim is copied, too, at another time than the record, and put back at another */
#endif
#ifndef KILLS_ONLY
#define KILLS_ONLY 0	/* nothing but kills happens: no refusal and no lead is permitted */
#endif
#ifndef SETTLED_EARLY
#define SETTLED_EARLY 0	/* 1, a defect: what a killed process was to make durable is believed to be */
#endif
#ifndef CLAIM_LAST
#define CLAIM_LAST 0	/* 1, a defect: the claim is written after the record, and a later record is believed */
#endif
#ifndef CLONES
#define CLONES 0	/* the file system of folder 0 is cloned and mounted as folder 1 */
#endif
#ifndef BACKS
#define BACKS 0		/* steps back of the clock */
#endif
#ifndef REBOOTS
#define REBOOTS 0	/* losses of power */
#endif
#ifndef LATE
#define LATE 0		/* how far behind the clock may be after a start */
#endif
#ifndef COARSE
#define COARSE 0	/* ticks of 1 s or more */
#endif
#ifndef UNSYNCED
#define UNSYNCED 0	/* nobody sets the clock */
#endif
#ifndef AHEAD
#define AHEAD 1		/* ticks made durable at once; 0 is a block of the sequence */
#endif
#ifndef BLOCK
#define BLOCK 1		/* numbers of the sequence made durable at once */
#endif
#ifndef SOON
#define SOON 0		/* 1, a defect: the lead after the claims were lost is a tick too short */
#endif
#ifndef NO_MARK
#define NO_MARK 0	/* 1, a defect: the lock of a claim does not say that its number was used */
#endif
#ifndef GOAL
#define GOAL 255	/* a number of prints that is to be reached: then the search fails */
#endif

/* --- The files ------------------------------------------------------------- */

/* Files are numbered: 0 is none. A number is used again as soon as the file has
 * no name and is not open, as ext4 does; so it is device and inode. */
#if CLONES
#define PER 2		/* files of a device: one has a name, and the caller holds one */
#define FILES 4
#else
#define PER 4
#define FILES 4
#endif
#define DEVICE(v) (((v) - 1) / PER)
#define INODE(v) (((v) - 1) % PER)
#define CLAIMFILES 3

/* Marks are numbers on the line of all numbers, plus 1; 0 is unused. */
#define TICK(m) (((m) > 0) * TIMED * ((((m) - ((m) > 0))) / SIZE))
#define SEALED(t) (((t) + 1) * SIZE + 1)
#define MAX(a, b) ((a) > (b) -> (a) : (b))

typedef Entry {
	byte id, turn, mark, durable, lead, boot;
	bit lax;
	byte wit;			/* ctime of the claim, as the update left it before it wrote the record */
}

/* Entry of the record as the update will write it; which record that is, and its ctime before. */
typedef Claim {
	byte id, turn, mark, durable, lead, boot;
	bit lax;
	byte file, change, folder;
}

Entry rec[FILES];
byte changed[FILES];		/* ctime */
byte locked[FILES];		/* flock of the file itself: caller + 1 */
Claim cl[CLAIMFILES];
byte clchanged[CLAIMFILES];
#if REBOOTS
Entry disk[FILES];		/* what is sure to survive a loss of power */
Claim cldisk[CLAIMFILES];
byte diskchanged[FILES], cldiskchanged[CLAIMFILES];
#endif

byte path[2];			/* STATE/KEY/7.rec */
byte lockfile[2];		/* STATE/KEY/7.lock */
bit dir[2];			/* STATE/KEY */
byte claimpath;			/* CLAIMS/KEY-7 */
bit claims;			/* CLAIMS */
byte born, since;		/* CLAIMS/born: 0 none, 1 fresh, 2 lost before, 3 cannot be read */
bit marked;			/* CLAIMS/KEY-7.lock says that the number was used */

/* --- Callers --------------------------------------------------------------- */

mtype = { IDLE, LOCK, MAKEDIR, BORN, BORN2, CLAIM, READCLAIM, RECORD, READ, DECIDE, CLAIMNEW,
	MAKECLAIM, RESERVE, WRITECLAIM, STATCLAIM, SYNCCLAIM, WRITERECORD, SYNCRECORD,
	MARK, CONFIRM, CONFIRM2, UNLOCK };

typedef Session {
	mtype pc;
	bit folder;
	byte lock;		/* file that it holds the lock of */
	bit claimlock;		/* it holds the lock of the claim, by its present name */
	byte file, change;	/* record: file and ctime as read */
	Entry e;
	byte claimfile, claimchange;	/* and ctime as read, or as written last */
	Claim c;
	bit settled;		/* what the claim promises is on the disk */
	bit sync, reload;	/* of the two writes: wait for the disk; read both again after them */
	bit lost;
	byte what, when;	/* born, as read or as it is to be made */
	byte got;		/* mark to print */
}
Session s[2];

/* --- Surroundings ---------------------------------------------------------- */

byte now, boot, bootnow;
byte runs = RUNS, crashes = CRASHES, deletes = DELETES, copies = COPIES;
byte clones = CLONES, backs = BACKS, reboots = REBOOTS;
Entry copy;
Claim claimcopy;
bit copied, claimcopied;
int printed;			/* bit set of numbers */
byte prints;

/* Only within a step, and so no part of a state; spin knows none in a search by breadth. */
#if BREADTH
#define SCRATCH
#else
#define SCRATCH hidden
#endif
SCRATCH byte x, i, fresh1;
SCRATCH byte yes, same;
SCRATCH Claim n;

#define LEAD(p) ((p) == 0 -> LEAD0 : LEAD1)
#define F s[p].folder
#define V s[p].file
#define C s[p].claimfile

inline clearEntry(a) {
	a.id = 0; a.turn = 0; a.mark = 0; a.durable = 0; a.lead = 0; a.boot = 0; a.lax = 0; a.wit = 0
}
inline setEntry(a, b) {
	a.id = b.id; a.turn = b.turn; a.mark = b.mark; a.durable = b.durable; a.lead = b.lead; a.boot = b.boot;
	a.lax = b.lax; a.wit = b.wit
}
inline clearClaim(a) {
	a.id = 0; a.turn = 0; a.mark = 0; a.durable = 0; a.lead = 0; a.boot = 0; a.lax = 0;
	a.file = 0; a.change = 0; a.folder = 0
}
/* setAhead takes over the part that claim and record share. */
inline setAhead(a, b) {
	a.id = b.id; a.turn = b.turn; a.mark = b.mark; a.durable = b.durable; a.lead = b.lead; a.boot = b.boot; a.lax = b.lax
}
inline setClaim(a, b) { setAhead(a, b); a.file = b.file; a.change = b.change; a.folder = b.folder }

/* Random ids and times of change: the lowest that nothing refers to. OF says of a state and a field what is asked. */
#if REBOOTS
#define DISK_IDS(OF, x) || OF(x, disk[0].id) || OF(x, disk[1].id) || OF(x, disk[2].id) || OF(x, disk[3].id) || \
	OF(x, cldisk[0].id) || OF(x, cldisk[1].id) || OF(x, cldisk[2].id)
#define DISK_CHANGES(OF, x) || OF(x, cldisk[0].change) || OF(x, cldisk[1].change) || OF(x, cldisk[2].change) || \
	OF(x, disk[0].wit) || OF(x, disk[1].wit) || OF(x, disk[2].wit) || OF(x, disk[3].wit) || \
	OF(x, diskchanged[0]) || OF(x, diskchanged[1]) || OF(x, diskchanged[2]) || OF(x, diskchanged[3]) || \
	OF(x, cldiskchanged[0]) || OF(x, cldiskchanged[1]) || OF(x, cldiskchanged[2])
#else
#define DISK_IDS(OF, x)
#define DISK_CHANGES(OF, x)
#endif
#define IDS(OF, x) (OF(x, rec[0].id) || OF(x, rec[1].id) || OF(x, rec[2].id) || OF(x, rec[3].id) || \
	OF(x, cl[0].id) || OF(x, cl[1].id) || OF(x, cl[2].id) || OF(x, copy.id) || OF(x, claimcopy.id) || \
	OF(x, s[0].e.id) || OF(x, s[1].e.id) || OF(x, s[0].c.id) || OF(x, s[1].c.id) DISK_IDS(OF, x))
#define CHANGES(OF, x) (OF(x, changed[0]) || OF(x, changed[1]) || OF(x, changed[2]) || OF(x, changed[3]) || \
	OF(x, clchanged[0]) || OF(x, clchanged[1]) || OF(x, clchanged[2]) || \
	OF(x, rec[0].wit) || OF(x, rec[1].wit) || OF(x, rec[2].wit) || OF(x, rec[3].wit) || OF(x, copy.wit) || \
	OF(x, cl[0].change) || OF(x, cl[1].change) || OF(x, cl[2].change) || OF(x, claimcopy.change) || \
	OF(x, s[0].change) || OF(x, s[1].change) || OF(x, s[0].c.change) || OF(x, s[1].c.change) || \
	OF(x, s[0].claimchange) || OF(x, s[1].claimchange) || OF(x, s[0].e.wit) || OF(x, s[1].e.wit) DISK_CHANGES(OF, x))
#define IS(x, field) field == x
#define ID_USED(x) IDS(IS, x)
#define CHANGE_USED(x) CHANGES(IS, x)
inline newID(to) { x = 1; do :: ID_USED(x) -> x++ :: else -> break od; to = x }
inline newChange(at) { x = 1; do :: CHANGE_USED(x) -> x++ :: else -> break od; at = x }

/* For .ci/canonical.c. */
c_code {
	static void giveNames(State *w)
	{
		newNames();
		(void)IDS(NAME, w);
		newNames();
		(void)CHANGES(NAME, w);
	}

	static int exchange(State *w, int n)
	{
		struct Session first = w->s[0];
		int file;

		if (n == 1 || LEAD0 != LEAD1)
			return 0;
		w->s[0] = w->s[1];
		w->s[1] = first;
		for (file = 0; file < FILES; file++)
			if (w->locked[file])
				w->locked[file] = 3 - w->locked[file];
		return 1;
	}
}

#define NAMED(v) (path[0] == (v) || path[1] == (v))
#define OPEN(v) (s[0].file == (v) || s[1].file == (v))
#define CLAIM_LIVE(v) (claimpath == (v) || s[0].claimfile == (v) || s[1].claimfile == (v))

/* collect empties files without a name that nobody has open. */
inline collect() {
	for (i : 1 .. FILES) {
		if
		:: !NAMED(i) && !OPEN(i) ->
			clearEntry(rec[i - 1]); changed[i - 1] = 0; locked[i - 1] = 0;
#if REBOOTS
			clearEntry(disk[i - 1]); diskchanged[i - 1] = 0
#endif
		:: else
		fi
	}
	for (i : 1 .. CLAIMFILES) {
		if
		:: !CLAIM_LIVE(i) ->
			clearClaim(cl[i - 1]); clchanged[i - 1] = 0;
#if REBOOTS
			clearClaim(cldisk[i - 1]); cldiskchanged[i - 1] = 0
#endif
		:: else
		fi
	}
	i = 0
}

inline newFile(to, in) {
#if CLONES
	x = in * PER + 1;
#else
	x = 1;
#endif
	do :: NAMED(x) || OPEN(x) -> x++ :: else -> break od;
	assert(x <= FILES);
	to = x
}

inline newClaimFile(to) {
	x = 1;
	do :: CLAIM_LIVE(x) -> x++ :: else -> break od;
	assert(x <= CLAIMFILES);
	to = x
}

inline newLock(to) {
	x = 1;
	do :: lockfile[0] == x || lockfile[1] == x || s[0].lock == x || s[1].lock == x -> x++ :: else -> break od;
	to = x
}

inline writeEntry(to, from) {
	setEntry(rec[(to) - 1], from);
	newChange(changed[(to) - 1])
}
inline writeClaim(to, from) {
	setClaim(cl[(to) - 1], from);
	newChange(clchanged[(to) - 1])
}
#if REBOOTS
inline syncEntry(v) { setEntry(disk[(v) - 1], rec[(v) - 1]); diskchanged[(v) - 1] = changed[(v) - 1] }
inline syncClaim(v) { setClaim(cldisk[(v) - 1], cl[(v) - 1]); cldiskchanged[(v) - 1] = clchanged[(v) - 1] }
#else
inline syncEntry(v) { skip }
inline syncClaim(v) { skip }
#endif

#define AT(label) (s[p].pc == label)
#define TO(label) s[p].pc = label; printf("  caller %d: %e\n", p, s[p].pc)

#define FIRST CLAIM
#define AFTER_RECORD DECIDE
#define AFTER_CLAIM RECORD

/* forget closes record and claim, and keeps the lock. */
inline forget(p) {
	if
	:: V && locked[V - 1] == p + 1 -> locked[V - 1] = 0
	:: else
	fi;
	V = 0; C = 0; s[p].change = 0; s[p].claimchange = 0;
	clearEntry(s[p].e); clearClaim(s[p].c);
	s[p].lost = 0; s[p].what = 0; s[p].settled = 0; s[p].sync = 0; s[p].reload = 0;
}
/* release gives up the lock as well. */
inline release(p) { forget(p); s[p].lock = 0; s[p].claimlock = 0; s[p].what = 0; s[p].when = 0; collect() }
inline fail(p) { release(p); s[p].got = 0; s[p].folder = 0; TO(IDLE) }
/* again is another round of load. */
inline again(p) { forget(p); collect(); TO(FIRST) }
/* busy is errLocked: all from the start. */
inline busy(p) { release(p); TO(LOCK) }

/* --- What the code decides ------------------------------------------------- */

/* The claim is of another folder that may be in use. */
#if NO_DEVICE
#define THERE (path[s[p].c.folder] != 0 && (!V || INODE(path[s[p].c.folder]) != INODE(V)))
#else
#define THERE (path[s[p].c.folder] != 0 && path[s[p].c.folder] != V)
#endif
#define OTHER (s[p].c.folder != F && THERE)
#define GONE (s[p].c.folder != F && !THERE)

/* Claim and record are what the last update left. */
#define SAME (V && s[p].e.id == s[p].c.id)
#if CLAIM_LAST
#define INTACT (SAME && (s[p].e.turn > s[p].c.turn || \
	s[p].e.turn == s[p].c.turn && (s[p].c.change == s[p].change || s[p].c.change == 0)))
#define INTERRUPTED 0
#elif NO_CHANGE
#define INTACT (SAME && s[p].e.turn == s[p].c.turn)
#define INTERRUPTED (SAME && s[p].c.turn > s[p].e.turn)
#elif ONE_WAY
#define INTACT (SAME && s[p].e.turn == s[p].c.turn)
#define INTERRUPTED (SAME && s[p].c.turn > s[p].e.turn && s[p].c.file == V && s[p].c.change == s[p].change)
#elif OTHER_WAY
#define INTACT (SAME && s[p].e.turn == s[p].c.turn && s[p].e.wit == s[p].claimchange)
#define INTERRUPTED (SAME && s[p].c.turn > s[p].e.turn)
#else
#define INTACT (SAME && s[p].e.turn == s[p].c.turn && s[p].e.wit == s[p].claimchange)
#define INTERRUPTED (SAME && s[p].c.turn > s[p].e.turn && s[p].c.file == V && s[p].c.change == s[p].change)
#endif
/* With a time, a loss of power may leave any two of what was written. */
#define LOST_POWER (TIMED && SAME && s[p].c.boot != boot)
/* A process was killed before the record was there. */
#define UNMADE (!V && s[p].c.file == 0 && s[p].c.turn == 1 && s[p].c.folder == F && !marked)

inline stamp(p) { s[p].e.boot = boot }

inline fresh(p) {
	s[p].e.durable = s[p].e.mark;
	s[p].e.lax = TIMED && !COARSE && !UNSYNCED;
	stamp(p)
}

/* newClaim leaves the claim for the record at hand in n. */
inline newClaim(p) {
	setAhead(n, s[p].e);
	n.file = V; n.change = s[p].change; n.folder = F
}

#define TRACES (dir[F] || (PLACED && dir[1 - F]))

/* succeed, for a record or a claim that are not what the last update left. */
inline succeed(p) {
	assert(!KILLS_ONLY);
	s[p].e.lead = MAX(MAX(LEAD0, s[p].c.lead), s[p].e.lead);
	yes = TIMED;
	if
	:: TIMED ->
		x = MAX(TICK(s[p].e.mark), TICK(s[p].c.mark));
		x = (s[p].c.boot == boot -> x : MAX(x, MAX(TICK(s[p].e.durable), TICK(s[p].c.durable))));
#if IGNORE_CLAIM
		s[p].e.mark = SEALED(now + s[p].e.lead)
#else
		s[p].e.mark = SEALED(MAX(x, now + s[p].e.lead + (s[p].c.boot != boot -> LATE : 0)))
#endif
	:: else
	fi
}

#define EXPOSED (!TIMED || COARSE || UNSYNCED || now < TICK(s[p].e.mark))
#define COVERED (s[p].settled && s[p].e.mark <= s[p].e.durable)
#define TOP ((TICK(s[p].e.mark) + 1) * SIZE)	/* mark of the last number of the tick */

inline reach(p) {
	if
	:: !TIMED -> s[p].e.durable = s[p].e.mark
	:: TIMED && AHEAD -> s[p].e.durable = (TICK(s[p].e.mark) + AHEAD) * SIZE + 1
	:: else -> s[p].e.durable = (s[p].e.mark + BLOCK > TOP -> TOP : s[p].e.mark + BLOCK)
	fi
}

/* recover gives up what may have been used before the machine was started. */
inline recover(p) {
	if
	:: s[p].e.mark > 0 ->
#if !NO_DURABLE
		if
		:: TICK(s[p].e.durable) > TICK(s[p].e.mark) -> s[p].e.mark = SEALED(TICK(s[p].e.durable))
		:: TICK(s[p].e.durable) == TICK(s[p].e.mark) && s[p].e.durable > s[p].e.mark -> s[p].e.mark = s[p].e.durable
		:: else
		fi;
#endif
#if !UNUSED_SKIPPED
	:: else
	fi;
	if
	:: 1 ->
#endif
		if
		:: TIMED && s[p].e.lax && bootnow + LATE >= TICK(s[p].e.mark) -> s[p].e.mark = SEALED(bootnow + LATE)
		:: else
		fi
	:: else
	fi;
	s[p].e.lax = 0
}

inline emit(p, m) {
	printf("caller %d prints %d\n", p, m - 1);
	assert(!(printed & (1 << m)));		/* the property */
	printed = printed | (1 << m);
	prints = (GOAL < 255 -> prints + 1 : 0);
	assert(prints < GOAL)
}

/* --- The steps of a caller ------------------------------------------------- */

inline refused(p) { assert(!KILLS_ONLY); fail(p) }

inline begin(p, f) {
	runs = (runs == 255 -> 255 : runs - 1);
	s[p].folder = f;
	TO(LOCK)
}

inline bornStep2(p) {
	if
	:: !claims -> fail(p)
	:: else ->
		if
		:: born == 0 -> born = s[p].what; since = s[p].when
		:: else
		fi;
		s[p].what = 0; s[p].when = 0;
		TO(BORN)
	fi
}

/* The folder of the claims says whether it is the first one; who makes it decides for all. */
inline bornStep(p) {
	if
	:: born ->
		s[p].lost = (born != 1); s[p].what = born;
		s[p].when = (born == 3 && !BORN_LONG_AGO -> now : since);
		if
		:: s[p].lock -> TO(CLAIMNEW)
		:: else -> s[p].lost = 0; s[p].what = 0; s[p].when = 0; TO(MAKEDIR)
		fi
	:: else ->
		claims = 1;
		s[p].what = (!claimpath && TRACES -> 2 : 1);
		s[p].when = now;
#if LATE_BORN
		TO(BORN2)
#else
		bornStep2(p)
#endif
	fi
}
inline takeClaim(p) {
	C = claimpath;
	if
	:: C -> s[p].claimchange = clchanged[C - 1]; TO(READCLAIM)
	:: else -> TO(AFTER_CLAIM)
	fi
}
/* The lock of the claim is held from here to the end, where there is a folder for it. */
inline readClaim(p) {
#if UNLOCKED_CLAIM
	takeClaim(p)
#else
	if
	:: s[1 - p].claimlock -> busy(p)
	:: else -> s[p].claimlock = claims; takeClaim(p)
	fi
#endif
}
inline openRecord(p) {
	V = path[F];
	if
	:: V -> s[p].change = changed[V - 1]; TO(READ)
	:: else -> TO(AFTER_RECORD)
	fi
}
inline readRecord(p) {
#if LOCK_FILE_ONLY
	setEntry(s[p].e, rec[V - 1]); TO(AFTER_RECORD)
#else
	if
	:: locked[V - 1] -> busy(p)
	:: else -> locked[V - 1] = p + 1; setEntry(s[p].e, rec[V - 1]); TO(AFTER_RECORD)
	fi
#endif
}

/* goOn takes the entry for what was used last. */
inline goOn(p) {
	if
	:: s[p].e.boot != boot -> recover(p); s[p].e.turn = s[p].e.turn + 1; stamp(p); s[p].reload = 1; TO(WRITECLAIM)
	:: else -> TO(RESERVE)
	fi
}

/* merge takes the further of what record and claim know. */
inline merge(p) {
	s[p].e.turn = MAX(s[p].e.turn, s[p].c.turn); s[p].e.mark = MAX(s[p].e.mark, s[p].c.mark);
	s[p].e.durable = MAX(s[p].e.durable, s[p].c.durable); s[p].e.lead = MAX(s[p].e.lead, s[p].c.lead);
	s[p].e.lax = s[p].e.lax || s[p].c.lax; s[p].e.boot = s[p].c.boot
}

inline decide(p) {
	if
	:: !C -> TO(BORN)
	:: C && OTHER -> fail(p)
	:: C && !OTHER && INTACT -> s[p].settled = 1; goOn(p)
	:: C && !OTHER && INTERRUPTED -> setAhead(s[p].e, s[p].c); s[p].settled = SETTLED_EARLY; goOn(p)
	:: C && !OTHER && !INTACT && !INTERRUPTED && LOST_POWER -> merge(p); goOn(p)
	:: C && !OTHER && UNMADE ->
		setAhead(s[p].e, s[p].c); s[p].e.wit = s[p].claimchange; s[p].reload = 1; TO(WRITERECORD)
	:: else ->
		succeed(p);
		if
		:: !yes || s[p].e.turn >= TURNS || s[p].c.turn >= TURNS -> fail(p)
		:: else ->
			s[p].e.turn = MAX(s[p].e.turn, s[p].c.turn) + 1;
			if :: V -> skip :: else -> newID(s[p].e.id) fi;
			fresh(p);
			s[p].reload = 1; s[p].sync = 1;
			TO(WRITECLAIM)
		fi
	fi
}

inline claimNew(p) {
	if
	:: marked && !NO_MARK -> s[p].lost = 1; s[p].when = now
	:: else
	fi;
	x = MAX(MAX(LEAD(p), s[p].e.lead), LEAD0);
#if UNCLAIMED_AT_ONCE
	s[p].lost = 0;
#endif
	if
	:: TIMED && now >= s[p].when + x + !SOON -> s[p].lost = 0
	:: else
	fi;
	if
	:: (V || s[p].lost) && !TIMED -> refused(p)
	:: else ->
		if
#if UNCLAIMED_AT_ONCE
		:: 0
#else
		:: V || s[p].lost -> assert(!KILLS_ONLY); s[p].e.mark = SEALED(MAX(TICK(s[p].e.mark), now + x))
#endif
		:: else
		fi;
		s[p].when = 0; s[p].lost = 0;
		s[p].e.turn = s[p].e.turn + 1;
		if :: V -> s[p].e.lead = x :: else -> newID(s[p].e.id) fi;
		fresh(p);
		TO(MAKECLAIM)
	fi
}

inline makeClaim(p) {
	if
	:: !claims -> fail(p)
	:: else ->
		if
		:: claimpath == 0 ->
			newClaim(p);
			newClaimFile(claimpath);
			writeClaim(claimpath, n);
			syncClaim(claimpath);
			C = claimpath;
			s[p].reload = 1; s[p].sync = 1;
			TO(STATCLAIM)
		:: else -> again(p)
		fi
	fi
}

/* The two writes of an update. The first says how far the second will get, and what the record is like. */
inline writeClaimAhead(p) {
	newClaim(p);
	setClaim(s[p].c, n);
	writeClaim(C, n);
	TO(STATCLAIM)
}
inline statClaim(p) {
	s[p].claimchange = clchanged[C - 1];
	s[p].e.wit = s[p].claimchange;
	if
	:: s[p].sync && REBOOTS -> TO(SYNCCLAIM)
	:: else -> TO(WRITERECORD)
	fi
}
inline written(p) {
	if
	:: s[p].reload -> again(p)
	:: !s[p].reload && marked -> TO(CONFIRM)
	:: else -> TO(MARK)
	fi
}
/* A new file appears with its content, and durable. */
inline writeRecord(p) {
	stamp(p);
	if
	:: V ->
		writeEntry(V, s[p].e);
#if CLAIM_LAST
		TO(SYNCRECORD)
#else
		if :: !TIMED && REBOOTS -> TO(SYNCRECORD) :: else -> written(p) fi
#endif
	:: !V && path[F] -> busy(p)
	:: else ->
		dir[F] = 1;
		newFile(fresh1, F);
		path[F] = fresh1;
		writeEntry(path[F], s[p].e);
		syncEntry(path[F]);
		again(p)
	fi
}
#if CLAIM_LAST
/* As it was: the record first, then the claim, with the record's ctime as that left it. */
inline claimLast(p) {
	setAhead(s[p].c, s[p].e); s[p].c.file = V; s[p].c.change = changed[V - 1]; s[p].c.folder = F;
	writeClaim(C, s[p].c);
	s[p].claimchange = clchanged[C - 1];
	written(p)
}
#endif

#define UNCHANGED (claimpath == C && clchanged[C - 1] == s[p].claimchange)

/* persist decides whether the disk is waited for. */
inline persist(p) {
#if REBOOTS
	if
	:: !EXPOSED && s[p].e.lax && s[p].settled -> skip
	:: !EXPOSED && !(s[p].e.lax && s[p].settled) -> s[p].e.lax = 1; s[p].e.durable = s[p].e.mark; s[p].sync = 1
	:: EXPOSED && COVERED -> skip
	:: else -> reach(p); s[p].sync = 1
	fi;
#endif
	stamp(p);
#if CLAIM_LAST
	TO(WRITERECORD)
#else
	TO(WRITECLAIM)
#endif
}

inline reserve(p) {
	if
	:: TIMED ->
		if
		:: s[p].e.mark == 0 || now > TICK(s[p].e.mark) -> x = now * SIZE + 1
		:: else -> x = s[p].e.mark + 1
		fi;
		yes = (TICK(x) <= now + LEAD(p))
	:: else ->
		x = s[p].e.mark + 1;
		yes = (x <= LAST + 1)
	fi;
	if
	:: !yes || s[p].e.turn >= TURNS || s[p].c.turn >= TURNS -> fail(p)
	:: else ->
		s[p].e.mark = x; s[p].got = x;
		if
		:: TICK(x) > now + s[p].e.lead -> s[p].e.lead = TICK(x) - now
		:: else
		fi;
#if PRINT_FIRST
		emit(p, x);
#endif
#if UNLOCK_EARLY
		locked[V - 1] = 0; s[p].lock = 0;
#endif
		s[p].e.turn = s[p].e.turn + 1;
		persist(p)
	fi
}

inline confirm(p) {
#if NO_CONFIRM
	TO(UNLOCK)
#else
	if :: path[F] == V -> TO(CONFIRM2) :: else -> fail(p) fi
#endif
}
inline confirm2(p) {
	if :: UNCHANGED -> TO(UNLOCK) :: else -> fail(p) fi
}

inline caller(p) {
	if
	:: d_step { AT(IDLE) && runs -> begin(p, 0) }
#if FOLDERS > 1
	:: d_step { AT(IDLE) && runs -> begin(p, 1) }
#endif
	:: d_step { AT(LOCK) && !dir[F] -> TO(BORN) }
	:: d_step { AT(LOCK) && dir[F] && !lockfile[F] ->
		newLock(fresh1); lockfile[F] = fresh1; s[p].lock = fresh1; TO(FIRST) }
	:: d_step { AT(LOCK) && dir[F] && lockfile[F] && s[1 - p].lock != lockfile[F] -> s[p].lock = lockfile[F]; TO(FIRST) }
	:: d_step { AT(MAKEDIR) -> dir[F] = 1; TO(LOCK) }
	:: d_step { AT(BORN) -> bornStep(p) }
	:: d_step { AT(BORN2) -> bornStep2(p) }
	:: d_step { AT(CLAIM) -> readClaim(p) }
	:: d_step { AT(READCLAIM) -> setClaim(s[p].c, cl[C - 1]); TO(AFTER_CLAIM) }
	:: d_step { AT(RECORD) -> openRecord(p) }
	:: d_step { AT(READ) -> readRecord(p) }
	:: d_step { AT(DECIDE) -> decide(p) }
	:: d_step { AT(CLAIMNEW) -> claimNew(p) }
	:: d_step { AT(MAKECLAIM) -> makeClaim(p) }
	:: d_step { AT(RESERVE) -> reserve(p) }
	:: d_step { AT(WRITECLAIM) -> writeClaimAhead(p) }
	:: d_step { AT(STATCLAIM) -> statClaim(p) }
#if REBOOTS
	:: d_step { AT(SYNCCLAIM) ->
		if :: TIMED -> setClaim(cldisk[C - 1], cl[C - 1]) :: else -> syncClaim(C) fi;
		TO(WRITERECORD) }
#endif
	:: d_step { AT(WRITERECORD) -> writeRecord(p) }
#if CLAIM_LAST
	:: d_step { AT(SYNCRECORD) -> claimLast(p) }
#else
	:: d_step { AT(SYNCRECORD) -> syncEntry(V); written(p) }
#endif
	:: d_step { AT(MARK) -> marked = claims; TO(CONFIRM) }
	:: d_step { AT(CONFIRM) -> confirm(p) }
	:: d_step { AT(CONFIRM2) -> confirm2(p) }
	/* It prints in one step with it: nobody sees what it has printed, and who is killed before has printed less. */
	:: d_step { AT(UNLOCK) ->
#if !PRINT_FIRST
		emit(p, s[p].got);
#endif
		fail(p) }
#if CRASHES
	:: d_step { crashes && !AT(IDLE) -> crashes--; printf("caller %d is killed\n", p); fail(p) }
#endif
	fi
}

/* --- The steps of the surroundings ----------------------------------------- */

inline unlinkClaims() { claimpath = 0; claims = 0; born = 0; since = 0; marked = 0; s[0].claimlock = 0; s[1].claimlock = 0 }

/* putBack writes the copy into the file v. */
inline putBack(v) { writeEntry(v, copy); syncEntry(v) }
inline putClaimBack() { writeClaim(claimpath, claimcopy); syncClaim(claimpath) }

inline restart(p) {
	s[p].got = 0; s[p].folder = 0; s[p].pc = IDLE; forget(p); s[p].lock = 0; s[p].claimlock = 0; s[p].what = 0; s[p].when = 0
}

/* reboot loses what was not synced of record 0, record 1 and claim, as asked. */
inline reboot(r0, r1, c0, back) {
	reboots--;
	restart(0); restart(1);
	if
	:: r0 && path[0] -> setEntry(rec[path[0] - 1], disk[path[0] - 1]); changed[path[0] - 1] = diskchanged[path[0] - 1]
	:: else
	fi;
	if
	:: r1 && path[1] -> setEntry(rec[path[1] - 1], disk[path[1] - 1]); changed[path[1] - 1] = diskchanged[path[1] - 1]
	:: else
	fi;
	if
	:: c0 && claimpath ->
		setClaim(cl[claimpath - 1], cldisk[claimpath - 1]); clchanged[claimpath - 1] = cldiskchanged[claimpath - 1]
	:: else
	fi;
	collect();
	boot++;
	now = now - back;
	bootnow = now;
	printf("power lost: record %d%d claim %d clock back %d\n", r0, r1, c0, back)
}

active proctype world() {
	d_step { s[0].pc = IDLE; s[1].pc = IDLE }
end:
	do
	:: caller(0)
	:: caller(1)
#if TIMED
	:: d_step { now < LAST -> now++; printf("now %d\n", now) }
#endif
#if BACKS
	:: d_step { backs && now -> backs--; now--; printf("clock back to %d\n", now) }
#endif
#if DEL_RECORD
	:: d_step { deletes && path[0] -> deletes--; printf("delete record 0\n"); path[0] = 0; collect() }
#if FOLDERS > 1
	:: d_step { deletes && path[1] -> deletes--; printf("delete record 1\n"); path[1] = 0; collect() }
#endif
#endif
#if DEL_LOCK
	:: d_step { deletes && lockfile[0] -> deletes--; printf("delete lock 0\n"); lockfile[0] = 0 }
#endif
#if DEL_CLAIM
	:: d_step { deletes && claimpath -> deletes--; printf("delete claim\n"); claimpath = 0; collect() }
#endif
#if DEL_STATE
	:: d_step { deletes && dir[0] -> deletes--; printf("delete state 0\n");
		path[0] = 0; lockfile[0] = 0; dir[0] = 0; collect() }
#endif
#if DEL_CLAIMS
	:: d_step { deletes && claims -> deletes--; printf("delete claims\n"); unlinkClaims(); collect() }
#endif
#if DEL_BORN
	:: d_step { deletes && born -> deletes--; printf("damage born\n"); born = 3; since = 0 }
#endif
#if COPIES
	:: d_step { !copied && copies && path[0] -> copied = 1; printf("copy of the record\n");
		setEntry(copy, rec[path[0] - 1]) }
	:: d_step { copied && copies && path[0] -> copies--; printf("record put back in place\n"); putBack(path[0]) }
	:: d_step { copied && copies -> copies--; printf("record put back as a new file\n");
		path[0] = 0; collect(); newFile(fresh1, 0); path[0] = fresh1; dir[0] = 1; putBack(path[0]) }
#if COPY_CLAIM
	:: d_step { !claimcopied && copies && claimpath && (!DELETES || cl[claimpath - 1].turn > 1) -> claimcopied = 1;
		printf("copy of the claim\n"); setClaim(claimcopy, cl[claimpath - 1]) }
	:: d_step { claimcopied && copies && claimpath -> copies--; printf("claim put back in place\n"); putClaimBack() }
	:: d_step { claimcopied && copies && claims -> copies--; printf("claim put back as a new file\n");
		claimpath = 0; collect(); newClaimFile(claimpath); putClaimBack() }
#endif
#endif
#if CLONES
	:: d_step { clones && path[0] && !path[1] && !OPEN(path[0] + PER) -> clones--; printf("clone\n");
		x = path[0]; path[1] = x + PER; dir[1] = 1;
		setEntry(rec[x + PER - 1], rec[x - 1]); changed[x + PER - 1] = changed[x - 1]; syncEntry(x + PER) }
#endif
#if REBOOTS
#if TIMED
	:: d_step { path[0] && changed[path[0] - 1] != diskchanged[path[0] - 1] -> syncEntry(path[0]) }
	:: d_step { claimpath && clchanged[claimpath - 1] != cldiskchanged[claimpath - 1] -> syncClaim(claimpath) }
#else
	/* Content and ctime get to the disk one by one. */
	:: d_step { path[0] && rec[path[0] - 1].turn != disk[path[0] - 1].turn ->
		setEntry(disk[path[0] - 1], rec[path[0] - 1]) }
	:: d_step { path[0] && changed[path[0] - 1] != diskchanged[path[0] - 1] ->
		diskchanged[path[0] - 1] = changed[path[0] - 1] }
	:: d_step { claimpath && cl[claimpath - 1].turn != cldisk[claimpath - 1].turn ->
		setClaim(cldisk[claimpath - 1], cl[claimpath - 1]) }
	:: d_step { claimpath && clchanged[claimpath - 1] != cldiskchanged[claimpath - 1] ->
		cldiskchanged[claimpath - 1] = clchanged[claimpath - 1] }
#endif
	:: d_step { reboots -> reboot(0, 0, 0, 0) }
	:: d_step { reboots -> reboot(1, 0, 0, 0) }
	:: d_step { reboots -> reboot(0, 0, 1, 0) }
	:: d_step { reboots -> reboot(1, 0, 1, 0) }
#if LATE
	:: d_step { reboots && now >= LATE -> reboot(0, 0, 0, LATE) }
	:: d_step { reboots && now >= LATE -> reboot(1, 0, 0, LATE) }
	:: d_step { reboots && now >= LATE -> reboot(0, 0, 1, LATE) }
	:: d_step { reboots && now >= LATE -> reboot(1, 0, 1, LATE) }
#endif
#endif
	od
}
