/* The protocol of records and claims, as gen/worker has it. README.md says what
 * is modelled, what is left out, and how to run it; ./check runs all of it.
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
#ifndef DEL_CLAIMS
#define DEL_CLAIMS 0	/* the whole folder of the claims */
#endif
#ifndef COPIES
#define COPIES 0	/* how often a copy of the record of folder 0 is put back */
#endif
#ifndef COPY_CLAIM
#define COPY_CLAIM 0	/* the claim is copied, and put back, with it */
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
 * no name and is not open, as ext4 does; so it stands for device and inode. */
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
	bit settled, lax;
}

typedef Claim {
	byte id, file, folder, boot, lead;
	byte turn, mark, change;	/* the trail */
}

Entry rec[FILES];
byte changed[FILES];		/* ctime */
bit putback[FILES];		/* and the content is from before that */
byte locked[FILES];		/* flock of the file itself: caller + 1 */
Claim cl[CLAIMFILES];
#if REBOOTS
Entry disk[FILES];		/* what is sure to survive a loss of power */
Claim cldisk[CLAIMFILES];
#endif

byte path[2];			/* STATE/KEY/7.rec */
byte lockfile[2];		/* STATE/KEY/7.lock */
bit dir[2];			/* STATE/KEY */
byte claimpath;			/* CLAIMS/KEY-7 */
bit claims;			/* CLAIMS */
byte born, since;		/* CLAIMS/born: 0 none, 1 fresh, 2 anew */
bit marked;			/* CLAIMS/KEY-7.lock says that the number was used */

/* --- Callers --------------------------------------------------------------- */

mtype = { IDLE, LOCK, MAKEDIR, BORN, BORN2, CLAIM, RECORD, READ, DECIDE, CLAIMNEW, CREATE,
	REWRITE, STAT, PLACE, PLACED2, MAKECLAIM, REWRITECLAIM, REWRITECLAIM2,
	RESERVE, PERSIST, WRITE1, SYNC, WRITE2, FOLLOW, MARK, CONFIRM, CONFIRM2, UNLOCK, PRINT };

typedef Session {
	mtype pc;
	bit folder;
	byte lock;		/* file that it holds the lock of */
	bit claimlock;		/* it holds the lock of the claim, by its present name */
	byte file, change;	/* record: file and ctime as read */
	Entry e;
	byte claimfile;
	Claim c;		/* claim as read, or as written last */
	bit lost;
	byte what, when;	/* born, as read or as it is to be made */
	bit refresh, moved, recovers;
	byte got;		/* mark to print */
}
Session s[2];

/* --- Surroundings ---------------------------------------------------------- */

byte now, boot, bootnow;
byte runs = RUNS, crashes = CRASHES, deletes = DELETES, copies = COPIES;
byte clones = CLONES, backs = BACKS, reboots = REBOOTS;
Entry copy;
Claim claimcopy;
bit copied;
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
	a.id = 0; a.turn = 0; a.mark = 0; a.durable = 0; a.lead = 0; a.boot = 0; a.settled = 0; a.lax = 0
}
inline setEntry(a, b) {
	a.id = b.id; a.turn = b.turn; a.mark = b.mark; a.durable = b.durable; a.lead = b.lead; a.boot = b.boot;
	a.settled = b.settled; a.lax = b.lax
}
inline clearClaim(a) {
	a.id = 0; a.file = 0; a.folder = 0; a.boot = 0; a.lead = 0; a.turn = 0; a.mark = 0; a.change = 0
}
inline setClaim(a, b) {
	a.id = b.id; a.file = b.file; a.folder = b.folder; a.boot = b.boot; a.lead = b.lead;
	a.turn = b.turn; a.mark = b.mark; a.change = b.change
}
#define equalClaims(a, b) (a.id == b.id && a.file == b.file && a.folder == b.folder && a.boot == b.boot && \
	a.lead == b.lead && a.turn == b.turn && a.mark == b.mark && a.change == b.change)

/* Random ids and times of change: the lowest that nothing refers to. */
#if REBOOTS
#define ONDISK(x) || disk[0].id == x || disk[1].id == x || disk[2].id == x || disk[3].id == x || \
	cldisk[0].id == x || cldisk[1].id == x || cldisk[2].id == x
#define ONDISK2(x) || cldisk[0].change == x || cldisk[1].change == x || cldisk[2].change == x
#else
#define ONDISK(x)
#define ONDISK2(x)
#endif
#define ID_USED(x) (rec[0].id == x || rec[1].id == x || rec[2].id == x || rec[3].id == x || \
	cl[0].id == x || cl[1].id == x || cl[2].id == x || copy.id == x || claimcopy.id == x || \
	s[0].e.id == x || s[1].e.id == x || s[0].c.id == x || s[1].c.id == x ONDISK(x))
#define CHANGE_USED(x) (changed[0] == x || changed[1] == x || changed[2] == x || changed[3] == x || \
	cl[0].change == x || cl[1].change == x || cl[2].change == x || claimcopy.change == x || \
	s[0].change == x || s[1].change == x || s[0].c.change == x || s[1].c.change == x ONDISK2(x))
inline newID(to) { x = 1; do :: ID_USED(x) -> x++ :: else -> break od; to = x }
inline newChange(at) { x = 1; do :: CHANGE_USED(x) -> x++ :: else -> break od; at = x }

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
			clearEntry(disk[i - 1])
#endif
		:: else
		fi
	}
	for (i : 1 .. CLAIMFILES) {
		if
		:: !CLAIM_LIVE(i) ->
			clearClaim(cl[i - 1]);
#if REBOOTS
			clearClaim(cldisk[i - 1])
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
	putback[(to) - 1] = 0;
	newChange(changed[(to) - 1])
}
#if REBOOTS
#define syncEntry(v) setEntry(disk[(v) - 1], rec[(v) - 1])
#define syncClaim(v) setClaim(cldisk[(v) - 1], cl[(v) - 1])
#else
#define syncEntry(v) skip
#define syncClaim(v) skip
#endif

#define AT(label) (s[p].pc == label)
#define TO(label) s[p].pc = label; printf("  caller %d: %e\n", p, s[p].pc)

#if RECORD_FIRST
#define FIRST RECORD
#define AFTER_RECORD CLAIM
#define AFTER_CLAIM DECIDE
#else
#define FIRST CLAIM
#define AFTER_RECORD DECIDE
#define AFTER_CLAIM RECORD
#endif

/* forget closes record and claim, and keeps the lock. */
inline forget(p) {
	if
	:: V && locked[V - 1] == p + 1 -> locked[V - 1] = 0
	:: else
	fi;
	V = 0; C = 0; s[p].change = 0;
	clearEntry(s[p].e); clearClaim(s[p].c);
	s[p].lost = 0; s[p].what = 0; s[p].refresh = 0; s[p].moved = 0; s[p].recovers = 0;
}
/* release gives up the lock as well. */
inline release(p) { forget(p); s[p].lock = 0; s[p].claimlock = 0; s[p].what = 0; s[p].when = 0; collect() }
inline fail(p) { release(p); s[p].got = 0; s[p].folder = 0; TO(IDLE) }
/* again is another round of load. */
inline again(p) { forget(p); collect(); TO(FIRST) }
/* busy is errLocked: all from the start. */
inline busy(p) { release(p); TO(LOCK) }

/* --- What the code decides ------------------------------------------------- */

/* names: the claim names this record. The named path is looked at in this step. */
#if NO_DEVICE
#define SAME_DEVICE 1
#else
#define SAME_DEVICE (DEVICE(s[p].c.file) == DEVICE(V))
#endif
#define NAMES (V && C && s[p].c.id == s[p].e.id && INODE(s[p].c.file) == INODE(V) && \
	(s[p].c.boot == boot -> SAME_DEVICE : \
		(s[p].c.folder == F || path[s[p].c.folder] == 0 || path[s[p].c.folder] == V)))

#if NO_CHANGE
#define SAME_CHANGE 1
#else
#define SAME_CHANGE (s[p].c.change == s[p].change)
#endif
#if NO_TRAIL
#define UNBROKEN 1
#else
#define UNBROKEN (s[p].e.turn < s[p].c.turn -> 0 : (s[p].c.boot != boot -> 1 : \
	(s[p].e.turn > s[p].c.turn -> WRITTEN_SO : SAME_CHANGE)))
#endif

/* A later turn than the claim's: the inode has to have changed when the record says that it was written. */
#if NO_WALL
#define WRITTEN_SO 1
#else
#define WRITTEN_SO !putback[V - 1]
#endif

#define GONE (s[p].c.folder != F && path[s[p].c.folder] == 0)
#define OTHER (s[p].c.folder != F && path[s[p].c.folder] != 0)

inline stamp(p) { s[p].e.boot = boot }

inline fresh(p) {
	newID(s[p].e.id);
	s[p].e.settled = (s[p].e.mark > 0);
	s[p].e.durable = s[p].e.mark;
	s[p].e.lax = TIMED && !COARSE && !UNSYNCED;
	stamp(p)
}

/* newClaim leaves the claim for the record at hand in n. */
inline newClaim(p) {
	n.id = s[p].e.id; n.file = V; n.folder = F; n.boot = boot; n.lead = MAX(s[p].e.lead, s[p].c.lead);
	n.turn = s[p].e.turn; n.mark = s[p].e.mark; n.change = s[p].change
}

inline follow(p) {
#if !NO_TRAIL
	s[p].c.turn = s[p].e.turn; s[p].c.mark = s[p].e.mark; s[p].c.change = changed[V - 1];
	cl[C - 1].turn = s[p].e.turn; cl[C - 1].mark = s[p].e.mark; cl[C - 1].change = s[p].c.change
#else
	skip
#endif
}

#define TRACES (dir[F] || (PLACED && dir[1 - F]))

/* succeed, for a record that is not what the claim knows. */
inline succeed(p) {
	s[p].e.lead = MAX(MAX(LEAD(p), s[p].c.lead), s[p].e.lead);
	yes = 1;
	if
	:: TIMED ->
		x = MAX(TICK(s[p].e.mark), TICK(s[p].c.mark));
#if TAKEOVER_NOW
		s[p].e.mark = SEALED(MAX(x, now + (GONE -> 0 : s[p].e.lead)))
#elif IGNORE_TRAIL
		s[p].e.mark = SEALED(now + s[p].e.lead)
#else
		s[p].e.mark = SEALED(MAX(x, now + s[p].e.lead))
#endif
	:: !TIMED && (same || s[p].c.folder == F) ->
		if
		:: s[p].c.turn > 0 -> s[p].e.mark = MAX(s[p].e.mark, MAX(s[p].c.mark, 1))
		:: else
		fi
	:: else -> yes = 0
	fi
}

#define EXPOSED (!TIMED || COARSE || UNSYNCED || now < TICK(s[p].e.mark))
#define COVERED (s[p].e.settled && s[p].e.mark <= s[p].e.durable)
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
		s[p].lost = (born == 2); s[p].what = born; s[p].when = since;
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
	:: C -> setClaim(s[p].c, cl[C - 1])
	:: else
	fi;
	TO(AFTER_CLAIM)
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

inline refreshClaim(p) {
	s[p].e.lead = MAX(MAX(s[p].e.lead, LEAD(p)), s[p].c.lead);
	s[p].moved = GONE;
	if
	:: s[p].c.boot != boot || s[p].e.lead > s[p].c.lead || s[p].moved || DEVICE(s[p].c.file) != DEVICE(V) ->
		s[p].refresh = 1; TO(REWRITECLAIM)
	:: else ->
		if
		:: s[p].e.boot != boot -> recover(p); s[p].recovers = 1; s[p].e.turn = s[p].e.turn + 1; TO(WRITE2)
		:: else -> TO(RESERVE)
		fi
	fi
}

inline decide(p) {
	same = NAMES;
	if
	:: !C -> TO(BORN)
	:: C && same && UNBROKEN -> refreshClaim(p)
	:: else ->
		if
		:: !same && OTHER -> fail(p)
		:: else ->
			succeed(p);
			if
			:: !yes || s[p].e.turn >= TURNS || s[p].c.turn >= TURNS -> fail(p)
			:: else ->
				s[p].e.turn = MAX(s[p].e.turn, s[p].c.turn) + 1;
				fresh(p);
				if :: V -> TO(REWRITE) :: else -> TO(PLACE) fi
			fi
		fi
	fi
}

inline claimNew(p) {
	if
	:: marked && !NO_MARK -> s[p].lost = 1; s[p].when = now
	:: else
	fi;
	if
#if !TURN0_AT_ONCE
	:: V && s[p].e.turn == 0 && !s[p].lost -> s[p].e.lead = MAX(s[p].e.lead, LEAD(p)); s[p].when = 0; TO(MAKECLAIM)
#else
	:: V && s[p].e.turn == 0 -> s[p].lost = 0; s[p].when = 0; s[p].e.lead = MAX(s[p].e.lead, LEAD(p)); TO(MAKECLAIM)
#endif
	:: else ->
		x = MAX(MAX(LEAD(p), s[p].e.lead), LEAD0);
#if UNCLAIMED_AT_ONCE
		s[p].lost = 0;
#endif
		if
		:: TIMED && now >= s[p].when + x + !SOON -> s[p].lost = 0
		:: else
		fi;
		if
		:: (V || s[p].lost) && !TIMED -> fail(p)
		:: else ->
			if
#if UNCLAIMED_AT_ONCE
			:: 0
#else
			:: V || s[p].lost -> s[p].e.mark = SEALED(MAX(TICK(s[p].e.mark), now + x))
#endif
			:: else
			fi;
			s[p].when = 0; s[p].lost = 0;
			if
			:: !V -> s[p].e.lead = LEAD(p); s[p].e.turn = 0; fresh(p); TO(CREATE)
			:: else -> s[p].e.lead = x; s[p].e.turn = s[p].e.turn + 1; fresh(p); TO(REWRITE)
			fi
		fi
	fi
}

/* createFile is create: the file appears with its content, and durable. */
inline createFile(p) {
	dir[F] = 1;
	newFile(fresh1, F);
	path[F] = fresh1;
	writeEntry(path[F], s[p].e);
	syncEntry(path[F])
}

inline create(p) {
	if
	:: path[F] -> skip
	:: else -> createFile(p)
	fi;
	again(p)
}
inline place(p) {
	if
	:: path[F] -> busy(p)
	:: else -> createFile(p); TO(PLACED2)
	fi
}
inline place2(p) {
	if
	:: !path[F] -> fail(p)
	:: else ->
		if
		:: locked[path[F] - 1] || rec[path[F] - 1].id != s[p].e.id -> busy(p)
		:: else ->
			V = path[F];
			locked[V - 1] = p + 1;
			s[p].change = changed[V - 1];
			if :: C -> TO(REWRITECLAIM) :: else -> TO(MAKECLAIM) fi
		fi
	fi
}
inline statRecord(p) {
	syncEntry(V);
	s[p].change = changed[V - 1];
	if :: C -> TO(REWRITECLAIM) :: else -> TO(MAKECLAIM) fi
}

inline makeClaim(p) {
	if
	:: !claims -> fail(p)
	:: else ->
		if
		:: claimpath == 0 ->
			newClaim(p);
			newClaimFile(claimpath);
			setClaim(cl[claimpath - 1], n);
			syncClaim(claimpath)
		:: else
		fi;
		again(p)
	fi
}

#define UNCHANGED (claimpath == C && equalClaims(cl[C - 1], s[p].c))

inline rewriteClaim(p) {
	if
	:: !UNCHANGED -> busy(p)
	:: else -> TO(REWRITECLAIM2)
	fi
}
inline rewriteClaim2(p) {
	if
	:: claimpath != C -> busy(p)
	:: else ->
		newClaim(p);
		if
		:: s[p].refresh ->
			if
			:: s[p].c.boot == boot ->
				n.turn = s[p].c.turn; n.mark = s[p].c.mark; n.change = s[p].c.change
			:: else
			fi;
			if
			:: !s[p].moved -> n.folder = s[p].c.folder
			:: else
			fi
		:: else
		fi;
		setClaim(cl[C - 1], n);
		syncClaim(C);
		again(p)
	fi
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
#if PRINT_FIRST
		emit(p, x);
#endif
#if UNLOCK_EARLY
		locked[V - 1] = 0; s[p].lock = 0;
#endif
		s[p].e.turn = s[p].e.turn + 1;
		TO(PERSIST)
	fi
}

/* persist decides, and writes the first time. */
inline persist(p) {
#if REBOOTS
	if
	:: !EXPOSED && s[p].e.lax -> TO(WRITE2)
	:: !EXPOSED && !s[p].e.lax -> s[p].e.lax = 1; s[p].e.durable = s[p].e.mark; TO(WRITE1)
	:: EXPOSED && COVERED -> TO(WRITE2)
	:: else -> reach(p); TO(WRITE1)
	fi
#else
	write(p); TO(FOLLOW)
#endif
}
inline write(p) { stamp(p); writeEntry(V, s[p].e) }

inline followRecord(p) {
	follow(p);
	if
	:: !TIMED -> syncClaim(C)
	:: else
	fi;
	if
	:: s[p].recovers -> again(p)
	:: !s[p].recovers && marked -> TO(CONFIRM)
	:: else -> TO(MARK)
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
	:: d_step { AT(RECORD) -> openRecord(p) }
	:: d_step { AT(READ) -> readRecord(p) }
	:: d_step { AT(DECIDE) -> decide(p) }
	:: d_step { AT(CLAIMNEW) -> claimNew(p) }
	:: d_step { AT(CREATE) -> create(p) }
	:: d_step { AT(REWRITE) -> write(p); TO(STAT) }
	:: d_step { AT(STAT) -> statRecord(p) }
	:: d_step { AT(PLACE) -> place(p) }
	:: d_step { AT(PLACED2) -> place2(p) }
	:: d_step { AT(MAKECLAIM) -> makeClaim(p) }
	:: d_step { AT(REWRITECLAIM) -> rewriteClaim(p) }
	:: d_step { AT(REWRITECLAIM2) -> rewriteClaim2(p) }
	:: d_step { AT(RESERVE) -> reserve(p) }
	:: d_step { AT(PERSIST) -> persist(p) }
#if REBOOTS
	:: d_step { AT(WRITE1) -> s[p].e.settled = 0; write(p); TO(SYNC) }
	:: d_step { AT(SYNC) -> syncEntry(V); s[p].e.settled = 1; TO(WRITE2) }
#endif
	:: d_step { AT(WRITE2) -> write(p); TO(FOLLOW) }
	:: d_step { AT(FOLLOW) -> followRecord(p) }
	:: d_step { AT(MARK) -> marked = claims; TO(CONFIRM) }
	:: d_step { AT(CONFIRM) -> confirm(p) }
	:: d_step { AT(CONFIRM2) -> confirm2(p) }
	:: d_step { AT(UNLOCK) -> release(p); TO(PRINT) }
	:: d_step { AT(PRINT) ->
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
inline putBack(v) {
	setEntry(rec[v - 1], copy);
	putback[v - 1] = 1;
	newChange(changed[v - 1]);
	syncEntry(v)
}
inline putClaimBack() {
#if COPY_CLAIM
	if
	:: claimpath == 0 -> claims = 1; newClaimFile(claimpath)
	:: else
	fi;
	setClaim(cl[claimpath - 1], claimcopy);
	syncClaim(claimpath)
#else
	skip
#endif
}

inline restart(p) {
	s[p].got = 0; s[p].folder = 0; s[p].pc = IDLE; forget(p); s[p].lock = 0; s[p].claimlock = 0; s[p].what = 0; s[p].when = 0
}

/* reboot loses what was not synced of record 0, record 1 and claim, as asked. */
inline reboot(r0, r1, c0, back) {
	reboots--;
	restart(0); restart(1);
	if
	:: r0 && path[0] -> setEntry(rec[path[0] - 1], disk[path[0] - 1])
	:: else
	fi;
	if
	:: r1 && path[1] -> setEntry(rec[path[1] - 1], disk[path[1] - 1])
	:: else
	fi;
	if
	:: c0 && claimpath -> setClaim(cl[claimpath - 1], cldisk[claimpath - 1])
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
#if COPIES
	:: d_step { !copied && copies && path[0] -> copied = 1; printf("copy\n");
		setEntry(copy, rec[path[0] - 1]);
#if COPY_CLAIM
		if :: claimpath -> setClaim(claimcopy, cl[claimpath - 1]) :: else fi
#endif
		}
	:: d_step { copied && copies && path[0] -> copies--; printf("put back in place\n"); putBack(path[0]); putClaimBack() }
	:: d_step { copied && copies && path[0] -> copies--; printf("put back anew\n");
		path[0] = 0; collect(); newFile(fresh1, 0); path[0] = fresh1; putBack(path[0]); putClaimBack() }
#endif
#if CLONES
	:: d_step { clones && path[0] && !path[1] && !OPEN(path[0] + PER) -> clones--; printf("clone\n");
		x = path[0]; path[1] = x + PER; dir[1] = 1;
		setEntry(rec[x + PER - 1], rec[x - 1]); changed[x + PER - 1] = changed[x - 1]; syncEntry(x + PER) }
#endif
#if REBOOTS
	:: d_step { path[0] && (rec[path[0] - 1].turn != disk[path[0] - 1].turn ||
		rec[path[0] - 1].settled != disk[path[0] - 1].settled) ->
		syncEntry(path[0]) }
	:: d_step { claimpath && !equalClaims(cl[claimpath - 1], cldisk[claimpath - 1]) -> syncClaim(claimpath) }
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
