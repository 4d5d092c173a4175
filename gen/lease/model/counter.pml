/* The protocol of counters: segments of numbers, taken in the store and used on the
 * host. README.md says what is modelled, what is left out, and how to run it.
 *
 * One process, the world, takes a step of a caller or of its surroundings at a
 * time. Each step is one update of the record, one call of the store, or one
 * decision.
 */

#ifndef CALLERS
#define CALLERS 3	/* callers 0 and 1 are of host 0, caller 2 is of host 1 */
#endif
#ifndef STEP
#define STEP 2		/* numbers of a segment */
#endif
#ifndef LAST
#define LAST 8		/* highest number is LAST - 1 */
#endif
#ifndef RUNS
#define RUNS 4		/* calls that are begun */
#endif
#ifndef CRASHES
#define CRASHES 0	/* callers killed, at any step */
#endif
#ifndef LOSSES
#define LOSSES 0	/* swaps with an unknown outcome: made, not made, or made later */
#endif
#ifndef REBOOTS
#define REBOOTS 0	/* losses of power of host 0 */
#endif
#ifndef COPIES
#define COPIES 0	/* how often a copy of the record of host 0 is put back, on either host */
#endif
#ifndef RESTORES
#define RESTORES 0	/* how often the store is restored from a backup */
#endif
#ifndef ASKS
#define ASKS 0		/* calls that ask the store for their number (--order asked) */
#endif
#ifndef RELEASES
#define RELEASES 0	/* how often a host gives back what it has left */
#endif
#ifndef GOAL
#define GOAL 255	/* a number of ids that is to be reached: then the search fails */
#endif

#ifndef RELEASE_FORGETS
#define RELEASE_FORGETS 0	/* 1: what was asked for is forgotten with what is given back */
#endif
#ifndef RETURN_AGAIN
#define RETURN_AGAIN 0	/* 1: after an unknown outcome numbers are given back again, although the key was written since */
#endif
#ifndef NO_LOAD_LOCK
#define NO_LOAD_LOCK 0	/* 1: several callers of a host load at once */
#endif

#define HOSTS 2
#define HOST(p) ((p) / 2)
#define H HOST(p)
#define MAX(a, b) ((a) > (b) -> (a) : (b))

byte max, nonce = 1;		/* the key: numbers below max are taken; the nonce is the version, too */
typedef Message { bit on; byte seen, max, nonce; }
Message late;
byte backup;
bit backedup;

/* A segment is what is left of it: next up to, but without, end. */
typedef Record {
	byte next, end;		/* in use */
	byte next2, end2;	/* loaded ahead */
	byte highest;		/* that the store was seen with */
}
Record rec[HOSTS], disk[HOSTS], copy;
bit reclock[HOSTS], loadlock[HOSTS];
bit intact[HOSTS];		/* written last on this host, since this start of it */
bit copied;

mtype = { IDLE, READ, USE, EMIT, STORE, LOADLOCK, LOAD, SWAP, CHECK, PERSIST, ASK, NOTE, RETURN, BACK, KEEP };

typedef Session {
	mtype pc;
	bit reclock, loadlock;
	byte number;		/* to print */
	byte max, seen;		/* of the key, as loaded */
	byte nonce;		/* as it is to be swapped */
}
Session s[CALLERS];

byte runs = RUNS, crashes = CRASHES, losses = LOSSES, reboots = REBOOTS, copies = COPIES, restores = RESTORES,
	asks = ASKS, releases = RELEASES;
short printed;			/* bit set of numbers */
#if GOAL < 255
byte prints;
#endif

hidden byte x, i;

inline setRecord(a, b) { a.next = b.next; a.end = b.end; a.next2 = b.next2; a.end2 = b.end2; a.highest = b.highest }

#define NONCES(OF, x) (OF(x, nonce) || OF(x, late.seen) || OF(x, late.nonce) || OF(x, s[0].seen) || OF(x, s[0].nonce) || \
	OF(x, s[1].seen) || OF(x, s[1].nonce) || OF(x, s[CALLERS - 1].seen) || OF(x, s[CALLERS - 1].nonce))
#define IS(x, field) field == x
#define NONCE_USED(x) NONCES(IS, x)
inline newNonce(to) { x = 1; do :: NONCE_USED(x) -> x++ :: else -> break od; to = x }

/* For .ci/canonical.c: the callers of host 0 do the same. */
c_code {
	static void giveNames(State *w)
	{
		newNames();
		(void)NONCES(NAME, w);
	}

	static int exchange(State *w, int n)
	{
		struct Session first = w->s[0];

		w->s[0] = w->s[1];
		w->s[1] = first;
		return n == 0;
	}
}

#define AT(label) (s[p].pc == label)
#define TO(label) s[p].pc = label; printf("  caller %d: %e\n", p, s[p].pc)

inline forget(p) {
	if
	:: s[p].reclock -> reclock[H] = 0; s[p].reclock = 0
	:: else
	fi;
	if
	:: s[p].loadlock -> loadlock[H] = 0; s[p].loadlock = 0
	:: else
	fi;
	s[p].number = 0; s[p].max = 0; s[p].seen = 0; s[p].nonce = 0
}
inline done(p) { forget(p); TO(IDLE) }
inline again(p) { forget(p); TO(READ) }

inline emit(p) {
	printf("caller %d of host %d prints %d\n", p, H, s[p].number);
	assert(!(printed & (1 << s[p].number)));	/* the property */
	printed = printed | (1 << s[p].number);
#if GOAL < 255
	prints++;
	assert(prints < GOAL);
#endif
	skip
}

/* Under the record's lock. A record that was not written last here, since this
 * start of the machine, has no segments. */
#if COPY_ACCEPTED
#define INTACT(h) 1
#else
#define INTACT(h) intact[h]
#endif
inline discard(h) {
	if
	:: !INTACT(h) -> rec[h].next = 0; rec[h].end = 0; rec[h].next2 = 0; rec[h].end2 = 0
	:: else
	fi
}
inline read(p) {
#if !UNLOCKED
	reclock[H] = 1; s[p].reclock = 1;
#endif
	if
	:: INTACT(H) && rec[H].next < rec[H].end -> s[p].number = rec[H].next; TO(USE)
	:: INTACT(H) && rec[H].next >= rec[H].end && rec[H].next2 < rec[H].end2 -> s[p].number = rec[H].next2; TO(USE)
	:: else -> forget(p); TO(LOADLOCK)
	fi
}
inline use(p) {
	if
	:: rec[H].next < rec[H].end -> rec[H].next = s[p].number + 1
	:: else -> rec[H].end = rec[H].end2; rec[H].next = s[p].number + 1; rec[H].next2 = 0; rec[H].end2 = 0
	fi;
	if
	:: rec[H].next >= rec[H].end -> rec[H].next = 0; rec[H].end = 0
	:: else
	fi
}

/* A store that is behind what this host saw of it is refused. */
#if NO_HIGHEST
#define BEHIND(p) 0
#else
#define BEHIND(p) (max < rec[H].highest)
#endif
inline loadKey(p) {
	if
	:: BEHIND(p) || max + STEP > LAST -> done(p)
	:: else -> s[p].max = max; s[p].seen = nonce; newNonce(s[p].nonce); TO(SWAP)
	fi
}
inline unknown(p) {
	losses--;
#if UNKNOWN_WRITTEN
	TO(PERSIST)
#else
	TO(CHECK)
#endif
}
inline check(p) {
	if
	:: nonce == s[p].nonce -> TO(PERSIST)
	:: nonce != s[p].nonce && nonce == s[p].seen -> TO(SWAP)
	:: else -> s[p].max = 0; s[p].seen = 0; s[p].nonce = 0; TO(LOAD)
	fi
}

/* persist writes the segment into the record, under its lock, and syncs: then it may
 * be used. There is room for two. */
inline persist(p) {
	discard(H);
	if
	:: rec[H].next >= rec[H].end ->
		rec[H].next = s[p].max; rec[H].end = s[p].max + STEP
	:: else ->
		rec[H].next2 = s[p].max; rec[H].end2 = s[p].max + STEP
	fi;
	rec[H].highest = MAX(rec[H].highest, s[p].max + STEP);
	intact[H] = 1;
#if !HIGHEST_UNSYNCED
	setRecord(disk[H], rec[H]);
#endif
	again(p)
}

inline ask(p) {
	if
	:: BEHIND(p) || max == LAST -> done(p)
	:: else -> s[p].number = max; max++; newNonce(nonce); TO(NOTE)
	fi
}

/* giveBack forgets what is left before the store gets it: from number up to, but without, max. The numbers below it
 * are the host's or older; above it may be some that were asked for. */
inline giveBack(p) {
	discard(H);
	s[p].number = rec[H].next; s[p].max = rec[H].end;
	if
	:: rec[H].next2 < rec[H].end2 && rec[H].end == rec[H].next2 -> s[p].max = rec[H].end2
	:: rec[H].next2 < rec[H].end2 && rec[H].end != rec[H].next2 -> s[p].number = rec[H].next2; s[p].max = rec[H].end2
	:: else
	fi;
	rec[H].next = 0; rec[H].end = 0; rec[H].next2 = 0; rec[H].end2 = 0;
	if
	:: s[p].number < s[p].max && (RELEASE_FORGETS || rec[H].highest == s[p].max) -> rec[H].highest = s[p].number
	:: else
	fi;
	setRecord(disk[H], rec[H]); intact[H] = 1;
	if
	:: s[p].number < s[p].max -> TO(RETURN)
	:: else -> done(p)
	fi
}

/* giveTo loads the key; it is changed only as it was at first: after an unknown outcome others may have taken the same
 * numbers, and max says nothing. */
inline giveTo(p) {
	if
	:: max != s[p].max || (!RETURN_AGAIN && s[p].seen && nonce != s[p].seen) -> TO(KEEP)	/* others came after them */
	:: else -> s[p].seen = nonce; newNonce(s[p].nonce); TO(BACK)
	fi
}

inline caller(p) {
	if
	:: d_step { AT(IDLE) && runs -> runs--; TO(READ) }
	:: d_step { AT(READ) && !reclock[H] -> read(p) }
	:: d_step { AT(READ) && INTACT(H) && rec[H].next < rec[H].end && rec[H].next2 == rec[H].end2 ->
		TO(LOADLOCK) }		/* ahead of need */
#if PRINT_FIRST
	:: d_step { AT(USE) -> emit(p); TO(STORE) }
	:: d_step { AT(STORE) -> use(p); done(p) }
#else
	:: d_step { AT(USE) -> use(p); TO(EMIT) }	/* written ahead: who is killed now loses the number */
	:: d_step { AT(EMIT) -> emit(p); done(p) }
#endif
	:: d_step { AT(LOADLOCK) && (NO_LOAD_LOCK || !loadlock[H]) && !reclock[H] ->
		loadlock[H] = 1; s[p].loadlock = 1;
		if
		:: INTACT(H) && rec[H].next2 < rec[H].end2 -> again(p)	/* another one has loaded */
		:: else -> TO(LOAD)
		fi }
	:: d_step { AT(LOAD) -> loadKey(p) }
	:: d_step { AT(LOAD) -> done(p) }
#if NO_SWAP
	:: d_step { AT(SWAP) -> max = s[p].max + STEP; nonce = s[p].nonce; TO(PERSIST) }
#else
	:: d_step { AT(SWAP) && nonce == s[p].seen -> max = s[p].max + STEP; nonce = s[p].nonce; TO(PERSIST) }
	:: d_step { AT(SWAP) && losses && nonce == s[p].seen -> max = s[p].max + STEP; nonce = s[p].nonce; unknown(p) }
	:: d_step { AT(SWAP) && losses && !late.on -> late.on = 1; late.seen = s[p].seen; late.max = s[p].max + STEP;
		late.nonce = s[p].nonce; unknown(p) }
	:: d_step { AT(SWAP) && nonce != s[p].seen -> TO(CHECK) }
#endif
	:: d_step { AT(CHECK) -> check(p) }
	:: d_step { AT(CHECK) -> done(p) }
	:: d_step { AT(PERSIST) && !reclock[H] -> persist(p) }
#if ASKS
	:: d_step { AT(IDLE) && asks -> asks--; TO(ASK) }
	:: d_step { AT(ASK) -> ask(p) }
	:: d_step { AT(NOTE) && !reclock[H] -> discard(H); intact[H] = 1;
		rec[H].highest = MAX(rec[H].highest, s[p].number + 1); emit(p); done(p) }
#endif
#if RELEASES
	:: d_step { AT(IDLE) && releases && !loadlock[H] && !reclock[H] -> releases--; loadlock[H] = 1; s[p].loadlock = 1;
		giveBack(p) }
	:: d_step { AT(RETURN) -> giveTo(p) }
	:: d_step { AT(BACK) && nonce == s[p].seen -> max = s[p].number; nonce = s[p].nonce; done(p) }
	:: d_step { AT(BACK) && nonce != s[p].seen -> TO(RETURN) }
	:: d_step { AT(BACK) && losses && nonce == s[p].seen -> max = s[p].number; nonce = s[p].nonce; losses--;
		TO(RETURN) }
	:: d_step { AT(BACK) && losses && !late.on -> late.on = 1; late.seen = s[p].seen; late.max = s[p].number;
		late.nonce = s[p].nonce; losses--; TO(RETURN) }
	:: d_step { AT(KEEP) && !reclock[H] -> discard(H); intact[H] = 1;
		rec[H].highest = MAX(rec[H].highest, s[p].max); setRecord(disk[H], rec[H]); done(p) }
#endif
#if CRASHES
	:: d_step { crashes && !AT(IDLE) -> crashes--; printf("caller %d is killed\n", p); done(p) }
#endif
	fi
}

/* Numbers that the store gave and the record does not have yet are unknown to others of the host who ask: none runs
 * while the store is restored. Without those the lock of loads is enough. */
#define HAS(q) (s[q].pc == NOTE || s[q].pc == PERSIST)
#define PENDING (ASKS && (HAS(0) || HAS(1) || HAS(CALLERS - 1)))

inline putBack(h) {
	copies--; printf("the copy of the record is put on host %d\n", h);
	setRecord(rec[h], copy); intact[h] = 0
}

/* reboot loses what was not synced, or nothing. */
inline reboot(lose) {
	reboots--; printf("host 0 loses power, record %d\n", lose);
	forget(0); s[0].pc = IDLE; forget(1); s[1].pc = IDLE;
#if !NO_BOOT
	intact[0] = 0;
#endif
	if
	:: lose -> setRecord(rec[0], disk[0])
	:: else
	fi
}

active proctype world() {
	d_step { s[0].pc = IDLE; s[1].pc = IDLE; s[CALLERS - 1].pc = IDLE; intact[0] = 1; intact[1] = 1 }
end:
	do
	:: caller(0)
	:: caller(1)
#if CALLERS > 2
	:: caller(2)
#endif
#if LOSSES
	:: d_step { late.on ->
		if
		:: late.seen == nonce -> max = late.max; nonce = late.nonce; printf("late: max %d\n", max)
		:: else
		fi;
		late.on = 0; late.seen = 0; late.max = 0; late.nonce = 0 }
#endif
#if COPIES
	:: d_step { !copied && rec[0].end && intact[0] -> copied = 1; printf("copy\n"); setRecord(copy, rec[0]) }
	:: d_step { copied && copies && !reclock[0] -> putBack(0) }
#if CALLERS > 2
	:: d_step { copied && copies && !reclock[1] -> putBack(1) }
#endif
#endif
#if REBOOTS
	:: d_step { reboots -> reboot(0) }
	:: d_step { reboots -> reboot(1) }
#endif
#if RESTORES
	:: d_step { !backedup -> backedup = 1; backup = max; printf("backup\n") }
	:: d_step { backedup && restores && !PENDING -> restores--; max = backup; newNonce(nonce); printf("the store is restored\n") }
#endif
	od
}
