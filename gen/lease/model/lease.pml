/* The protocol of leases: worker numbers of several hosts, granted up to a tick.
 * README.md says what is modelled, what is left out, and how to run it; .ci/models
 * runs all of it.
 *
 * One process, the world, takes a step of a caller or of its surroundings at a
 * time. Each step is one operation on a file, one call of the store, or one
 * decision, with what cannot be told apart from it; what a caller holds in memory
 * is its session. Names are those of the Go code where there is one.
 */

/* --- What a configuration says --------------------------------------------- */

#ifndef CALLERS
#define CALLERS 3	/* callers 0 and 1 are of host 0, caller 2 is of host 1 */
#endif
#ifndef NUMBERS
#define NUMBERS 1
#endif
#ifndef LAST
#define LAST 3		/* ticks are 1 to LAST, 0 is none */
#endif
#ifndef RUNS
#define RUNS 3		/* calls that are begun, releases not counted */
#endif
#ifndef GRANTS
#define GRANTS 2	/* highest epoch */
#endif
#ifndef CRASHES
#define CRASHES 0	/* callers killed, at any step */
#endif
#ifndef LOSSES
#define LOSSES 0	/* swaps with an unknown outcome: made, not made, or made later */
#endif
#ifndef RELEASES
#define RELEASES 0	/* releases by the host that holds the grant */
#endif
#ifndef FOREIGN
#define FOREIGN 0	/* releases by somebody else */
#endif
#ifndef COPIES
#define COPIES 0	/* how often a copy of the grant of host 0 is put back, on either host */
#endif
#ifndef REBOOTS
#define REBOOTS 0	/* losses of power of host 0 */
#endif
#ifndef DELETES
#define DELETES 0	/* deletions, of what the next lines say */
#endif
#ifndef DEL_RECORD
#define DEL_RECORD 0
#endif
#ifndef DEL_REGISTER
#define DEL_REGISTER 0
#endif
#ifndef RESTORES
#define RESTORES 0	/* how often the store is restored from a backup */
#endif
#ifndef FORGETS
#define FORGETS 0	/* how often the store goes back to its state of any earlier time, while all go on */
#endif
#ifndef CHANGES
#define CHANGES 1	/* 0: its incarnation is the same one afterwards, as where it cannot tell */
#endif
#ifndef UNMADE
#define UNMADE 0	/* the numbers have no registers at first */
#endif
#ifndef TIMED
#define TIMED 0		/* the store has a clock, and a tick that is asked for agrees with it within AHEAD */
#endif
#ifndef LEASE
#define LEASE 1		/* longest lease, with TIMED; else a ceiling may be any tick */
#endif
#ifndef AHEAD
#define AHEAD 1		/* how far a host's clock may be from the store's */
#endif
#ifndef RESERVATIONS
#define RESERVATIONS 0	/* numbers reserved by hand, for a service; with FORGETS */
#endif
#ifndef UNDOS
#define UNDOS 0		/* reservations returned */
#endif
#ifndef RESERVE_BELOW
#define RESERVE_BELOW 0	/* 1, a defect: a reservation does not begin where the group does */
#endif
#ifndef RESERVE_NO_LIFE
#define RESERVE_NO_LIFE 0	/* 1, a defect: a reservation does not look at the incarnation */
#endif
#ifndef FORGET_RESERVED
#define FORGET_RESERVED 0	/* 1: the store may go back to before that while the service goes on */
#endif
#ifndef GOAL
#define GOAL 255	/* a number of ids that is to be reached: then the search fails */
#endif
#ifndef GOAL_HOSTS
#define GOAL_HOSTS 0	/* 1: of both hosts, with number 0 */
#endif

#ifndef PAUSED
#define PAUSED 0	/* 1: a caller may sleep between noting a number and making its register, until it is made by another */
#endif
#ifndef NO_NOTE
#define NO_NOTE 0	/* 1, a defect: the meta value does not learn of a new number */
#endif
#ifndef NOTE_AFTER
#define NOTE_AFTER 0	/* 1, a defect: it learns of it after the register was made */
#endif

#ifndef NO_BEGIN
#define NO_BEGIN 0	/* 1, a defect: the incarnation is not looked at */
#endif
#ifndef ACQUIRED_ONLY
#define ACQUIRED_ONLY 0	/* 1, a defect: only what is acquired begins above the tick of the meta value */
#endif

#ifndef OWN
#define OWN 0		/* 1, another property: a renewal replaces the register of this grant, and nothing else */
#endif

#if APART
#define HOSTS CALLERS
#define HOST(p) (p)	/* one caller on each host */
#else
#define HOSTS 2
#define HOST(p) ((p) / 2)
#endif
#define BACKUPS (RESTORES || FORGETS)
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define MIN(a, b) ((a) < (b) -> (a) : (b))

/* --- The store ------------------------------------------------------------- */

/* A nonce is the version, too, but where versions are given out again. */
typedef Register {
	byte epoch, floor, high, nonce;
#if FORGETS
	byte until;	/* who else may take the number takes it later than that */
#endif
#if RESERVATIONS
	bit reserved;	/* it has a note */
#endif
}
Register reg[NUMBERS];
bit there[NUMBERS];	/* there is a register */
bit made[NUMBERS];	/* the meta value says that there was one */

/* A swap that the store carries out later. */
typedef Message { bit on; byte number, seen; Register w; }
Message late;

byte now = 1;		/* the store's clock */
#if BACKUPS
byte fences, begin;	/* of the meta value: all numbers begin above begin */
Register backup[NUMBERS];
bit backupthere[NUMBERS], backupmade[NUMBERS];
bit backedup;
#endif
#if RESTORES
byte version[NUMBERS], revision;
bit down;		/* between a restore and the fence */
bit fencing;		/* the fence has done its first step */
byte backupversion[NUMBERS], backuprevision;
#define VERSION(n) version[n]
#else
#define down 0
#define VERSION(n) reg[n].nonce	/* a version holds what was written: none is given out again with other data */
#endif
#if FORGETS
byte life;		/* the store's incarnation */
byte noted;		/* that of the meta value */
byte backupnoted, backupbegin, backupfences;
#endif

/* --- The files of the hosts ------------------------------------------------ */

#define VOID 0
#define HELD 1
#define RELEASING 2

typedef Grant {
	byte state;
	byte number, epoch, floor, ceiling, nonce;
	byte pending, pendingNumber;
#if RESTORES
	byte version;
#endif
#if BACKUPS
	byte fences;
#endif
#if FORGETS
	byte until, life;	/* life: when the pending swap was begun */
#endif
}
Grant grant[HOSTS];
bit intact[HOSTS];	/* the file is the one last written here, since this start of the machine */
bit grantlock[HOSTS];

/* A record: of host h and number n is rec[h * NUMBERS + n]. */
typedef Record {
	byte mark;
	bit lost, lock;
#if FLOOR_BY_EPOCH
	byte epoch;
#endif
}
Record rec[HOSTS * NUMBERS];
#define REC(p, n) rec[HOST(p) * NUMBERS + (n)]

Grant copy;
bit copied;

/* --- Callers --------------------------------------------------------------- */

mtype = { IDLE, READ, REREAD, RESERVE,
	LOCK, JOIN, LIVES, NOTELIFE, ADOPT, RENEW, TAKE, NOTE, SWAP, CHECK, LOOK, WRITE,
	GIVEBACK, HIGHEST, END };

typedef Session {
	mtype pc;
	bit lock, reclock;	/* it holds the grant's lock, and the record's of its number */
	Grant g;		/* as read, or as it is to be written */
	byte seen;		/* version of the register, as loaded */
	Register w;		/* as it is to be swapped */
#if BACKUPS
	byte begin;
#endif
#if FORGETS
	byte noted;		/* of the meta value, as loaded */
	byte life, theirs;	/* the store's incarnation and clock, asked in one call */
	byte until;		/* of the register that is renewed; 0 if one is acquired */
#endif
#if SAFE_EARLY
	byte theirs;		/* the store's clock, when the lock was taken */
#endif
}
Session s[CALLERS];

#if RESERVATIONS
mtype = { LOOKUP, CLOCK, NOTEIT, BEGINIT, LOAD, JUDGE, SWAPIT };

/* Who reserves number 0, or returns it. */
typedef Operator {
	mtype pc;
	bit undo;		/* it is returned */
	bit fresh;		/* this call noted it as new */
	bit loaded, written;	/* the register is loaded; and swapped */
	byte begin, noted, life, theirs;	/* as looked at: group, then incarnation and clock */
	byte seen;
	Register w;
}
Operator o;
byte service;		/* the tick above which the service generates, and one */
byte reservations = RESERVATIONS, undos = UNDOS;
#endif

byte runs = RUNS, crashes = CRASHES, losses = LOSSES, releases = RELEASES, foreign = FOREIGN;
byte copies = COPIES, reboots = REBOOTS, deletes = DELETES, restores = RESTORES, forgets = FORGETS;
byte printed[NUMBERS];	/* bit sets of ticks */
#if GOAL < 255
byte prints;
bit by[HOSTS];
#endif

hidden byte x, i;

/* --- Helpers --------------------------------------------------------------- */

inline setGrant(a, b) {
	a.state = b.state; a.number = b.number; a.epoch = b.epoch; a.floor = b.floor; a.ceiling = b.ceiling;
	a.nonce = b.nonce; a.pending = b.pending; a.pendingNumber = b.pendingNumber;
#if RESTORES
	a.version = b.version;
#endif
#if FORGETS
	a.until = b.until; a.life = b.life;
#endif
#if BACKUPS
	a.fences = b.fences
#endif
}
inline clearGrant(a) {
	a.state = 0; a.number = 0; a.epoch = 0; a.floor = 0; a.ceiling = 0; a.nonce = 0; a.pending = 0; a.pendingNumber = 0;
#if RESTORES
	a.version = 0;
#endif
#if FORGETS
	a.until = 0; a.life = 0;
#endif
#if BACKUPS
	a.fences = 0
#endif
}
/* voidGrant keeps what is of use to notice that the store forgot something. */
inline voidGrant(a) {
	a.state = VOID; a.floor = 0; a.ceiling = 0; a.nonce = 0; a.pending = 0; a.pendingNumber = 0;
#if FORGETS
	a.until = 0; a.life = 0;
#endif
#if RESTORES
	a.version = 0
#elif !DEL_REGISTER && !FORGETS
	a.number = 0; a.epoch = 0
#endif
}
#if FORGETS
#define UNTIL(a, b) a.until = b;
#else
#define UNTIL(a, b)
#endif
#if RESERVATIONS
#define RESERVED(a, b) a.reserved = b;
#else
#define RESERVED(a, b)
#endif
inline setRegister(a, b) { RESERVED(a, b.reserved) UNTIL(a, b.until) a.epoch = b.epoch; a.floor = b.floor; a.high = b.high; a.nonce = b.nonce }
inline clearRegister(a) { RESERVED(a, 0) UNTIL(a, 0) a.epoch = 0; a.floor = 0; a.high = 0; a.nonce = 0 }

/* Random nonces are the lowest that nothing refers to. OF says of a state and a field what is asked. */
#if NUMBERS > 1
#define INREG(OF, x) || OF(x, reg[1].nonce)
#else
#define INREG(OF, x)
#endif
#if BACKUPS
#define INBACKUP(OF, x) || OF(x, backup[0].nonce) || OF(x, backup[NUMBERS - 1].nonce)
#else
#define INBACKUP(OF, x)
#endif
#if RESTORES
#define SEEN(OF, x, m)	/* it is a version */
#else
#define SEEN(OF, x, m) || OF(x, m.seen)
#endif
#if RESERVATIONS
#define INOPERATOR(OF, x) || OF(x, o.seen) || OF(x, o.w.nonce)
#else
#define INOPERATOR(OF, x)
#endif
#define INSESSION(OF, x, s) || OF(x, s.g.nonce) || OF(x, s.g.pending) SEEN(OF, x, s) || OF(x, s.w.nonce)
#define INGRANT(OF, x, g) || OF(x, g.nonce) || OF(x, g.pending)
#define NONCES(OF, x) (OF(x, reg[0].nonce) INREG(OF, x) INBACKUP(OF, x) SEEN(OF, x, late) || OF(x, late.w.nonce) \
	INOPERATOR(OF, x) \
	INGRANT(OF, x, grant[0]) INGRANT(OF, x, grant[1]) INGRANT(OF, x, grant[HOSTS - 1]) INGRANT(OF, x, copy) \
	INSESSION(OF, x, s[0]) INSESSION(OF, x, s[1]) INSESSION(OF, x, s[CALLERS - 1]))
#define IS(x, field) field == x
#define NONCE_USED(x) NONCES(IS, x)
inline newNonce(to) { x = 1; do :: NONCE_USED(x) -> x++ :: else -> break od; to = x }

/* For .ci/canonical.c: callers of one host do the same, and so do hosts that nothing happens to. */
c_code {
	static void giveNames(State *w)
	{
		newNames();
		(void)NONCES(NAME, w);
	}

	#define EXCHANGE(type, a, b) do { type first = a; a = b; b = first; } while (0)
	static int exchange(State *w, int n)
	{
		int p = n % 2 * (CALLERS - 2), q = p + 1;	/* 01 12 01 12 01: all orders of three */

#if !APART
		if (n == 1)
			return 0;
		EXCHANGE(struct Session, w->s[0], w->s[1]);
#else
		int number;

		if (COPIES || REBOOTS || DEL_RECORD || n == (CALLERS > 2 ? 5 : 1))
			return 0;
		EXCHANGE(struct Session, w->s[p], w->s[q]);
		EXCHANGE(struct Grant, w->grant[p], w->grant[q]);
		EXCHANGE(uchar, w->intact[p], w->intact[q]);
		EXCHANGE(uchar, w->grantlock[p], w->grantlock[q]);
		for (number = 0; number < NUMBERS; number++)
			EXCHANGE(struct Record, w->rec[p * NUMBERS + number], w->rec[q * NUMBERS + number]);
#if GOAL < 255
		EXCHANGE(uchar, w->by[p], w->by[q]);
#endif
#endif
		return 1;
	}
}

#define AT(label) (s[p].pc == label)
#define TO(label) s[p].pc = label; printf("  caller %d: %e\n", p, s[p].pc)
#define G s[p].g
#define W s[p].w
#define N s[p].g.number
#define H HOST(p)

inline forget(p) {
	if
	:: s[p].reclock -> REC(p, N).lock = 0; s[p].reclock = 0
	:: else
	fi;
	if
	:: s[p].lock -> grantlock[H] = 0; s[p].lock = 0
	:: else
	fi;
	clearGrant(G); clearRegister(W); s[p].seen = 0;
#if BACKUPS
	s[p].begin = 0;
#endif
#if FORGETS
	s[p].noted = 0; s[p].life = 0; s[p].theirs = 0; s[p].until = 0;
#endif
#if SAFE_EARLY
	s[p].theirs = 0
#endif
}
inline done(p) { forget(p); TO(IDLE) }
inline again(p) { forget(p); TO(READ) }

/* save replaces the grant of the host, whole. */
inline save(p) { setGrant(grant[H], G); intact[H] = 1 }

/* --- A call below the ceiling ---------------------------------------------- */

#if COPY_ACCEPTED
#define INTACT(h) 1
#else
#define INTACT(h) intact[h]
#endif
#define GOOD(h) (grant[h].state == HELD && INTACT(h))
#if INTACT_ONCE
#define STILL_GOOD(h) (grant[h].state == HELD)
#else
#define STILL_GOOD(h) GOOD(h)
#endif

inline readGrant(p) {
	if
	:: GOOD(H) ->
		N = grant[H].number;
#if NO_REREAD
		setGrant(G, grant[H]);
#endif
		TO(REREAD)
	:: else -> TO(LOCK)
	fi
}

/* The grant is read again under the record's lock. */
inline reread(p) {
	REC(p, N).lock = 1; s[p].reclock = 1;
#if NO_REREAD
	TO(RESERVE)
#else
	if
	:: STILL_GOOD(H) && grant[H].number == N ->
		G.state = HELD; G.epoch = grant[H].epoch; G.floor = grant[H].floor; G.ceiling = grant[H].ceiling;
		TO(RESERVE)
	:: else -> again(p)
	fi
#endif
}

/* The record is raised to the floor at every reservation. One that was deleted has
 * its mark from its claim, as gen/worker has it. */
#if NO_FLOOR
#define BASE(p) REC(p, N).mark
#elif FLOOR_BY_EPOCH
#define BASE(p) (REC(p, N).epoch != G.epoch -> MAX(REC(p, N).mark, G.floor) : REC(p, N).mark)
#else
#define BASE(p) MAX(REC(p, N).mark, G.floor)
#endif
#if NO_CEILING
#define CEILING(p) LAST
#else
#define CEILING(p) G.ceiling
#endif
#define USABLE(p, t) (t <= LAST && t > BASE(p) && t <= CEILING(p))

/* reserve t: clocks say anything, so any tick above the last one may come. What is
 * reserved is as good as printed. */
#if RESERVATIONS
#define SERVED(n, t) && !(n == 0 && service && t >= service)
#else
#define SERVED(n, t)
#endif
inline reserve(p, t) {
	REC(p, N).mark = t; REC(p, N).lost = 0;
#if FLOOR_BY_EPOCH
	REC(p, N).epoch = G.epoch;
#endif
	printf("caller %d of host %d reserves %d.%d\n", p, H, N, t);
#if !OWN
	assert(!(printed[N] & (1 << t)) SERVED(N, t));	/* the property */
#endif
	printed[N] = printed[N] | (1 << t);
#if GOAL < 255
	prints++;
	by[H] = by[H] || N == 0;
	assert(prints < GOAL || (GOAL_HOSTS && !(by[0] && by[1])));
#endif
	done(p)
}

/* --- The way to the store: extend ------------------------------------------ */

#if NO_GRANT_LOCK
#define FREE(h) 1
#else
#define FREE(h) !grantlock[h]
#endif

/* Who has the lock reads the file again. */
inline lockGrant(p) {
	grantlock[H] = 1; s[p].lock = 1;
	setGrant(G, grant[H]);
	if
	:: !INTACT(H) -> voidGrant(G)
	:: else
	fi
}
inline extend(p) {
	lockGrant(p);
#if SAFE_EARLY
	s[p].theirs = now;
#endif
	if
	:: G.state == RELEASING -> TO(GIVEBACK)
#if BACKUPS
	:: else -> TO(JOIN)
#else
	:: else -> TO(ADOPT)
#endif
	fi
}

/* After a fence nothing holds that the host knows of the registers. */
#if BACKUPS
#if FORGETS
#define JOINED(p) TO(LIVES)
#else
#define JOINED(p) TO(ADOPT)
#endif
inline join(p) {
	s[p].begin = begin;
#if FORGETS
	s[p].noted = noted;
#endif
	if
	:: fences < G.fences -> done(p)		/* the store forgot the fence: refused */
	:: fences > G.fences -> clearGrant(G); G.fences = fences; JOINED(p)
	:: else -> JOINED(p)
	fi
}
#define SEENBEGIN(p) s[p].begin
#else
#define SEENBEGIN(p) 0
#endif

/* lives compares the incarnation that the store has with the one under which the
 * group was used last. Another one is noted first of all, with the tick that no
 * forgotten grant passes. */
#if BEGIN_SHORT
#define PASSED(p) (s[p].theirs + LEASE)
#else
#define PASSED(p) (s[p].theirs + AHEAD + LEASE)
#endif
#if FORGETS
inline lives(p) {
	s[p].life = 1 + life; s[p].theirs = now;
	if
	:: NO_BEGIN || s[p].noted == life -> TO(ADOPT)
	:: else -> printf("  caller %d finds incarnation %d\n", p, life); TO(NOTELIFE)
	fi;
	s[p].noted = 0
}
inline noteLife(p) {
	if
	:: fences != G.fences -> done(p)
	:: else ->
		if
		:: noted == s[p].life - 1	/* another caller was faster */
		:: else -> noted = s[p].life - 1; begin = MAX(begin, PASSED(p))
		fi;
		s[p].begin = begin;
		printf("  incarnation %d is noted, numbers begin above %d\n", noted, begin);
		TO(ADOPT)
	fi
}
#endif

#if FORGETS
/* SURE: since a swap was begun nobody can have had the number whom the store forgot,
 * because it is of the same incarnation, or because nobody could have it yet. */
#if NO_BEGIN || NO_PENDING_LIFE
#define SURE(p, l, u, t) 1
#elif LIVE_LATE
#define SURE(p, l, u, t) (l == s[p].life || (u && t <= u + AHEAD))
#else
#define SURE(p, l, u, t) (l == s[p].life || (u && t < u))
#endif
#define LIVE(p, u) (u && s[p].theirs < u LIVELATE)
#if LIVE_LATE
#define LIVELATE + AHEAD + 1
#else
#define LIVELATE
#endif
#define KEPT(p, u) SURE(p, G.life, u, s[p].theirs)
#else
#define KEPT(p, u) 1
#endif

#if NOTE_AFTER
#define AFTER(p) if :: !made[x] -> TO(NOTE) :: else -> TO(WRITE) fi
#elif BACKUPS && !NO_LOOK
#define AFTER(p) TO(LOOK)
#else
#define AFTER(p) TO(WRITE)
#endif

/* look at the group again, once the swap is made: if it was fenced since join, the
 * swap may have met a version that was given out again. */
#if FORGETS
#define UNSURE(p) !(SURE(p, 1 + life, s[p].until, now))
#else
#define UNSURE(p) 0
#endif
#if BACKUPS
inline look(p) {
	if
	:: fences != G.fences || UNSURE(p) -> voidAll(p)
	:: else -> TO(WRITE)
	fi
}
#endif

/* GRANTED makes the register, as it was swapped or loaded, the grant. */
#if RESTORES
#define GRANTVERSION(n) G.version = version[n];
#else
#define GRANTVERSION(n)
#endif
#if FORGETS	/* what is not asked for any more */
#define ASKED(p) s[p].begin = 0; s[p].theirs = 0;
#else
#define ASKED(p)
#endif
#define GRANTED(n, r) \
	x = n; \
	G.state = HELD; G.number = x; G.epoch = r.epoch; G.floor = r.floor; G.ceiling = r.high; G.nonce = r.nonce; \
	G.pending = 0; G.pendingNumber = 0; GRANTVERSION(x) UNTIL(G, r.until) \
	s[p].seen = 0; clearRegister(W); ASKED(p) \
	AFTER(p)

/* adopt finishes the acquisition of a caller that was killed. */
inline adopt(p) {
	if
	:: G.pending && !(G.state == HELD && G.pendingNumber == N) && there[G.pendingNumber] &&
		reg[G.pendingNumber].nonce == G.pending && KEPT(p, 0) ->
		i = G.pendingNumber; GRANTED(i, reg[i]); i = 0
	:: else -> TO(RENEW)
	fi
}

#if VERSION_ONLY
#define SAME(p) (G.version == version[N])
#elif RESTORES
#define SAME(p) (G.version == version[N] && reg[N].nonce == G.nonce)
#else
#define SAME(p) (reg[N].nonce == G.nonce)
#endif

/* renew loads the register of the grant, and compares. The nonce is in the file
 * before it is in the store. */
inline renew(p) {
	if
	:: G.epoch == 0 -> TO(TAKE)
	:: else ->
		if
		:: !there[N] || reg[N].epoch < G.epoch ||
			(G.state == HELD && reg[N].epoch == G.epoch && reg[N].high < G.ceiling) ->
			done(p)		/* the store forgot something: refused */
		:: else ->
			if
			:: G.pending && G.pendingNumber == N && reg[N].nonce == G.pending && KEPT(p, G.until) ->
#if FORGETS
				s[p].until = G.until;
#endif
				GRANTED(N, reg[N])
			:: !(G.pending && G.pendingNumber == N && reg[N].nonce == G.pending) && G.state == HELD && SAME(p) ->
				s[p].seen = VERSION(N); setRegister(W, reg[N]);
#if FORGETS
				s[p].until = W.until;
				if
				:: LIVE(p, W.until) || ACQUIRED_ONLY
				:: else -> W.floor = MAX(W.floor, SEENBEGIN(p)); W.high = MAX(W.high, W.floor)
				fi;
				W.until = now + LEASE; G.life = s[p].life;
#endif
				newNonce(G.pending); W.nonce = G.pending; G.pendingNumber = N;
				save(p);
				TO(SWAP)
			:: else -> voidGrant(G); TO(TAKE)
			fi
		fi
	fi
}

/* A register that is missing although there was one: nobody may begin before the
 * highest tick that was ever granted. */
#if LOST_AT_ZERO
#define SAFE 0
#elif SAFE_EARLY
#define SAFE (s[p].theirs + AHEAD + LEASE)	/* by the store's clock before the registers were loaded */
#elif SAFE_OURS
#define SAFE (now + LEASE)	/* by the clock of a host that is behind: its clock + AHEAD + LEASE */
#else
#define SAFE (now + AHEAD + LEASE)
#endif
#if EPOCH_SAME
#define NEXT(e) MAX(e, 1)
#else
#define NEXT(e) (e + 1)
#endif

#if BELOW_FENCE
#define FLOOR(p, n) (there[n] -> reg[n].high : MAX(reg[n].high, SEENBEGIN(p)))
#else
#define FLOOR(p, n) MAX(reg[n].high, SEENBEGIN(p))
#endif

/* BEGINNING: a caller has noted n as new, and not yet swapped its register. */
#if PAUSED
#define BEGINNING(q, n) 0
#else
#define BEGINNING(q, n) ((s[q].pc == SWAP || s[q].pc == CHECK) && s[q].g.state == VOID && s[q].g.pendingNumber == n && s[q].seen == 0)
#endif
#define BEGUN(n) (BEGINNING(0, n) || BEGINNING(1, n) || BEGINNING(CALLERS - 1, n) || \
	(!PAUSED && late.on && late.number == n && late.seen == 0))

/* take begins to acquire n, of any owner: when is a matter of safety only where the
 * store forgets. */
#if FORGETS
#define OPEN(n) (now > reg[n].until UNRESERVED(n))
#if RESERVATIONS
#define UNRESERVED(n) && !reg[n].reserved
#else
#define UNRESERVED(n)
#endif
#else
#define OPEN(n) 1
#endif
inline take(p, n) {
	if
	:: !OPEN(n) -> done(p)
	:: OPEN(n) && !there[n] && made[n] && BEGUN(n) -> done(p)
	:: OPEN(n) && !there[n] && made[n] && !BEGUN(n) ->
		clearRegister(reg[n]); there[n] = 1; newNonce(reg[n].nonce); newVersion(n);
		reg[n].high = SAFE; reg[n].floor = SAFE; reg[n].epoch = 1;
		printf("  register %d is made again, high %d\n", n, reg[n].high);
		done(p)
	:: OPEN(n) && !(!there[n] && made[n]) && reg[n].epoch >= GRANTS -> done(p)
	:: else ->
		s[p].seen = VERSION(n);
		W.epoch = NEXT(reg[n].epoch); W.floor = FLOOR(p, n); W.high = W.floor;
		voidGrant(G);
#if FORGETS
		s[p].until = 0; W.until = now + LEASE; G.life = s[p].life;
#endif
		newNonce(G.pending); W.nonce = G.pending; G.pendingNumber = n;
		save(p);
		if
		:: !made[n] && !NOTE_AFTER && !NO_NOTE -> TO(NOTE)
		:: else -> TO(SWAP)
		fi
	fi
}

/* note tells the meta value of a new number. Only who added it may make the register. */
inline note(p) {
#if NOTE_AFTER
	made[N] = 1;
	TO(WRITE)
#else
	if
	:: made[G.pendingNumber] -> done(p)
	:: else -> made[G.pendingNumber] = 1; TO(SWAP)
	fi
#endif
}
inline noteUnknown(p) {
	losses--; made[G.pendingNumber] = 1;
	done(p)
}

/* --- The swap: put --------------------------------------------------------- */

#if RESTORES
inline newVersion(n) { revision++; version[n] = revision }
#else
inline newVersion(n) { skip }
#endif

#define TARGET(p) (G.state == VOID -> G.pendingNumber : G.number)
#define CURRENT(p) (VERSION(TARGET(p)) == s[p].seen)

/* RAISED: a high tick that a caller may ask for. */
#if TIMED
#define RAISED(p, h) (G.state != RELEASING && h > W.high && h <= now + AHEAD + LEASE && h <= LAST)
#else
#define RAISED(p, h) (G.state != RELEASING && h > W.high && h <= LAST)
#endif

#define APPLY(n, r) \
	i = n; setRegister(reg[i], r); there[i] = 1; newVersion(i); \
	printf("  register %d: epoch %d, %d to %d, nonce %d\n", i, reg[i].epoch, reg[i].floor, reg[i].high, reg[i].nonce); i = 0
inline swapped(p) {
	if
	:: G.state == RELEASING -> TO(END)
	:: else -> i = TARGET(p); GRANTED(i, W); i = 0
	fi
}
/* unknown: the register is to be loaded before anything else. */
inline unknown(p) {
	losses--;
#if UNKNOWN_WRITTEN
	swapped(p)
#elif UNKNOWN_NOT_WRITTEN
	if
	:: G.state == RELEASING -> G.state = HELD; TO(WRITE)	/* "nothing was released" */
	:: else -> TO(CHECK)
	fi
#else
	TO(CHECK)
#endif
}
inline defer(p) {
	late.on = 1; late.number = TARGET(p); late.seen = s[p].seen; setRegister(late.w, W);
	printf("  swap of %d is under way: epoch %d, %d to %d\n", late.number, late.w.epoch, late.w.floor, late.w.high)
}
/* A new register that is missing may have been made, taken over and deleted. */
#if RETRY_NEW
#define AGAIN(p) 1
#else
#define AGAIN(p) (s[p].seen != 0)
#endif
inline check(p) {
	i = TARGET(p);
	if
	:: there[i] && reg[i].nonce == W.nonce ->
		if
		:: G.state == RELEASING -> TO(END)
		:: else -> GRANTED(i, reg[i])
		fi
	:: !(there[i] && reg[i].nonce == W.nonce) && CURRENT(p) && AGAIN(p) -> TO(SWAP)
	:: else ->	/* a conflict */
		x = G.state;
		clearRegister(W); s[p].seen = 0;
		if
		:: x == HELD -> TO(RENEW)
		:: x == VOID -> done(p)
		:: x == RELEASING -> TO(END)
		fi
	fi;
	i = 0
}

/* --- Release --------------------------------------------------------------- */

inline release(p) {
	releases--;
	lockGrant(p);
	if
	:: G.state == VOID -> done(p)
	:: else ->
#if !RELEASE_FIRST
		G.state = RELEASING;
		save(p);
#else
		G.state = RELEASING;
#endif
		TO(GIVEBACK)
	fi
}
inline giveBack(p) {
	if
	:: there[N] && SAME(p) -> s[p].seen = VERSION(N); setRegister(W, reg[N]); TO(HIGHEST)
	:: else -> TO(END)
	fi
}
#if RELEASE_UNLOCKED
#define HIGHESTFREE(p) 1
#else
#define HIGHESTFREE(p) (!REC(p, N).lock)
#endif
#if BELOW_FLOOR
#define USED(p) REC(p, N).mark
#else
#define USED(p) MAX(REC(p, N).mark, W.floor)
#endif
#if LOST_UNUSED
#define LOST(p) 0
#define LASTUSED(p) (REC(p, N).lost -> W.floor : USED(p))
#else
#define LOST(p) REC(p, N).lost
#define LASTUSED(p) USED(p)
#endif
inline highest(p) {
	if
	:: LOST(p)		/* nobody knows what was used: the high tick stays */
	:: else -> W.high = (LASTUSED(p) < W.high -> LASTUSED(p) : W.high)
	fi;
	newNonce(W.nonce);
	TO(SWAP)
}
inline voidAll(p) { voidGrant(G); save(p); done(p) }

/* --- All steps of a caller ------------------------------------------------- */

#define RESERVES(t) \
	:: d_step { AT(RESERVE) && USABLE(p, t) -> reserve(p, t) }
#define REPLACES(p) assert(!OWN || G.state != HELD || reg[N].nonce == G.nonce)
#define SWAPS(h) \
	:: d_step { AT(SWAP) && !down && CURRENT(p) && RAISED(p, h) -> REPLACES(p); W.high = h; APPLY(TARGET(p), W); swapped(p) } \
	:: d_step { AT(SWAP) && !down && losses && CURRENT(p) && RAISED(p, h) -> W.high = h; APPLY(TARGET(p), W); unknown(p) } \
	:: d_step { AT(SWAP) && losses && !late.on && RAISED(p, h) -> W.high = h; defer(p); unknown(p) }

inline caller(p) {
	if
	:: d_step { AT(IDLE) && runs -> runs--; readGrant(p) }
	:: d_step { AT(IDLE) && releases && FREE(H) -> release(p) }
	:: d_step { AT(READ) -> readGrant(p) }
	:: d_step { AT(REREAD) && !REC(p, N).lock -> reread(p) }
	RESERVES(1) RESERVES(2) RESERVES(3) RESERVES(4) RESERVES(5)
	:: d_step { AT(RESERVE) -> forget(p); TO(LOCK) }
	:: d_step { AT(LOCK) && FREE(H) -> extend(p) }
#if BACKUPS
	:: d_step { AT(JOIN) && !down -> join(p) }
	:: d_step { AT(LOOK) && !down -> look(p) }
#endif
#if FORGETS
	:: d_step { AT(LIVES) -> lives(p) }
	:: d_step { AT(NOTELIFE) -> noteLife(p) }
#endif
	:: d_step { AT(ADOPT) && !down -> adopt(p) }
	:: d_step { AT(RENEW) && !down -> renew(p) }
	:: d_step { AT(TAKE) && !down -> take(p, 0) }
#if NUMBERS > 1
	:: d_step { AT(TAKE) && !down -> take(p, 1) }
#endif
	SWAPS(1) SWAPS(2) SWAPS(3) SWAPS(4) SWAPS(5)
	:: d_step { AT(SWAP) && !down && G.state == RELEASING && CURRENT(p) -> APPLY(N, W); swapped(p) }
	:: d_step { AT(SWAP) && !down && losses && G.state == RELEASING && CURRENT(p) -> APPLY(N, W); unknown(p) }
	:: d_step { AT(SWAP) && losses && !late.on && G.state == RELEASING -> defer(p); unknown(p) }
	:: d_step { AT(SWAP) && !down && !CURRENT(p) -> TO(CHECK) }
	:: d_step { AT(CHECK) && !down -> check(p) }
	:: d_step { AT(NOTE) && !down -> note(p) }
#if UNMADE && LOSSES && !NOTE_AFTER
	:: d_step { AT(NOTE) && !down && losses -> noteUnknown(p) }
#endif
	:: d_step { AT(WRITE) -> save(p); again(p) }
	:: d_step { AT(GIVEBACK) && !down -> giveBack(p) }
	:: d_step { AT(HIGHEST) && HIGHESTFREE(p) -> highest(p) }
	:: d_step { AT(END) -> voidAll(p) }
	/* the store does not answer, or the call ends for another reason */
	:: d_step { s[p].lock && !AT(WRITE) && !AT(END) -> printf("caller %d fails\n", p); done(p) }
#if CRASHES
	:: d_step { crashes && !AT(IDLE) -> crashes--; printf("caller %d is killed\n", p); done(p) }
#endif
	fi
}

/* --- A reservation by hand -------------------------------------------------- */

#if RESERVATIONS
#define STEP(label) o.pc = label; printf("  operator: %e\n", o.pc)
inline closeOperator() {
	o.undo = 0; o.fresh = 0; o.loaded = 0; o.written = 0; o.begin = 0; o.noted = 0; o.life = 0; o.theirs = 0;
	o.seen = 0; clearRegister(o.w); o.pc = IDLE
}

/* reserveIt begins a reservation, or the return of one. */
inline reserveIt(undo_) {
	printf("number 0 is reserved, or returned: %d\n", undo_);
	o.undo = undo_;
	if
	:: undo_ ->	/* its clock was right */
		undos--; printed[0] = printed[0] | ((1 << (now + AHEAD + 1)) - (1 << MIN(service, now + AHEAD + 1)));
		service = 0; STEP(LOAD)
	:: else -> reservations--; STEP(LOOKUP)
	fi
}
/* look: the group first, then the incarnation and the clock in one call. */
inline lookUp() { o.begin = begin; o.noted = noted; STEP(CLOCK) }
inline lookedUp() {
	if
	:: o.written && o.w.high < o.begin && !RESERVE_BELOW -> o.written = 0; o.loaded = 0; STEP(LOAD)
	:: o.written -> begins()
	:: !o.written && o.loaded -> STEP(JUDGE)
	:: !o.written && !o.loaded && !made[0] -> STEP(BEGINIT)
	:: else -> STEP(LOAD)
	fi
}
inline clock() {
	o.life = 1 + life; o.theirs = now;
	if
	:: o.noted != life && !RESERVE_NO_LIFE -> STEP(NOTEIT)
	:: else -> lookedUp()
	fi
}
inline noteIt() {
	if
	:: noted == o.life - 1
	:: else -> noted = o.life - 1; begin = MAX(begin, o.theirs + AHEAD + LEASE)
	fi;
	o.begin = begin;
	lookedUp()
}
inline beginIt() { o.fresh = !made[0]; made[0] = 1; STEP(LOAD) }
inline load() {
	o.seen = (there[0] -> VERSION(0) : 0); o.loaded = 1;
	if
	:: there[0] -> setRegister(o.w, reg[0])
	:: else -> clearRegister(o.w)
	fi;
	if
	:: o.undo -> STEP(LOOKUP)
	:: else -> STEP(JUDGE)
	fi
}
#if UNDO_LOW
#define UNDONE 0
#else
#define UNDONE (o.theirs + AHEAD + LEASE)
#endif
inline judge() {
	if
	:: o.undo && !o.w.reserved -> closeOperator()		/* it is not reserved */
	:: !o.undo && o.seen && o.w.until && o.theirs <= o.w.until -> closeOperator()	/* granted to a host */
	:: o.undo && o.w.reserved -> o.w.high = MAX(o.w.high, UNDONE); STEP(SWAPIT)
	:: else ->
		if
		:: !o.seen && !o.fresh -> o.w.high = now + AHEAD + LEASE	/* lost */
		:: else
		fi;
		o.w.high = (RESERVE_BELOW -> o.w.high : MAX(o.w.high, o.begin));
		STEP(SWAPIT)
	fi;
	o.fresh = 0
}
inline swapIt() {
	if
	:: o.seen != (there[0] -> VERSION(0) : 0) -> o.loaded = 0; STEP(LOAD)	/* a conflict */
	:: else ->
		o.w.reserved = !o.undo; o.w.until = 0; o.w.floor = o.w.high; newNonce(o.w.nonce);
		APPLY(0, o.w);
		if
		:: o.undo -> closeOperator()
		:: else ->
#if RESERVED_ONCE
			begins()
#else
			o.written = 1; STEP(LOOKUP)
#endif
		fi
	fi
}
/* begins: the service generates whatever is above the high tick, until the number is returned. */
inline begins() {
	service = 1 + o.w.high; printf("reserved above %d\n", o.w.high);
	assert(!(printed[0] >> service));
	closeOperator();
#if GOAL < 255
	prints++;
	assert(prints < GOAL)
#endif
}
#endif

/* --- The steps of the surroundings ----------------------------------------- */

inline later() {
	if
	:: late.seen == VERSION(late.number) -> APPLY(late.number, late.w)
	:: else
	fi;
	late.on = 0; late.number = 0; late.seen = 0; clearRegister(late.w)
}

/* A release from elsewhere takes the number from its owner; what was granted stays
 * granted. */
inline foreignRelease() {
	foreign--; printf("release of 0 from elsewhere\n");
#if FOREIGN_LOWERS
	reg[0].high = 0;
#endif
	newNonce(reg[0].nonce); newVersion(0)
}

inline putBack(h) {
	copies--; printf("the copy of the grant is put on host %d\n", h);
	setGrant(grant[h], copy); intact[h] = 0
}

/* reboot loses what was not synced: the marks of the records, or nothing. */
inline reboot(h, lose) {
	reboots--; printf("host %d loses power, records %d\n", h, lose);
	for (i : 0 .. CALLERS - 1) {
		if
		:: HOST(i) == h -> forget(i); s[i].pc = IDLE
		:: else
		fi
	}
	i = 0;
#if !NO_BOOT
	intact[h] = 0;
#endif
	if
	:: lose -> rec[h * NUMBERS].mark = 0; rec[h * NUMBERS + NUMBERS - 1].mark = 0
	:: else
	fi
}

#if BACKUPS
inline backUp() {
	backedup = 1; printf("backup\n");
	for (i : 0 .. NUMBERS - 1) {
		setRegister(backup[i], reg[i]); backupthere[i] = there[i]; backupmade[i] = made[i];
#if RESTORES
		backupversion[i] = version[i]
#endif
	}
#if RESTORES
	backuprevision = revision;
#endif
#if FORGETS
	backupnoted = noted; backupbegin = begin; backupfences = fences;
#endif
	i = 0
}
#endif

/* goBack: the store has the state of the backup, by another server or by the same;
 * callers and swaps that are under way know nothing of it. */
#if FORGETS
inline goBack() {
	forgets--;
#if CHANGES
	life++;
#endif
	printf("the store goes back, incarnation %d\n", life);
	for (i : 0 .. NUMBERS - 1) {
		setRegister(reg[i], backup[i]); there[i] = backupthere[i]; made[i] = backupmade[i]
	}
	noted = backupnoted; begin = backupbegin; fences = backupfences;
	if
	:: forgets == 0 ->
		for (i : 0 .. NUMBERS - 1) { clearRegister(backup[i]); backupthere[i] = 0; backupmade[i] = 0 }
		backupnoted = 0; backupbegin = 0; backupfences = 0
	:: else
	fi;
	i = 0
}
#endif

#if RESTORES
inline restore() {
	restores--; down = 1; printf("the store is restored\n"); revision = backuprevision;
	for (i : 0 .. NUMBERS - 1) {
		setRegister(reg[i], backup[i]); clearRegister(backup[i]);
		version[i] = backupversion[i]; there[i] = backupthere[i]; made[i] = backupmade[i];
		backupversion[i] = 0; backupthere[i] = 0; backupmade[i] = 0
	}
	backuprevision = 0;
#if !IN_FLIGHT	/* no call of the store spans the restore */
	late.on = 0; late.number = 0; late.seen = 0; clearRegister(late.w);
	for (i : 0 .. CALLERS - 1) {
		if
		:: s[i].lock -> forget(i); s[i].pc = IDLE
		:: else
		fi
	}
#endif
	i = 0
}


/* The fence: a tick in the meta value, for numbers that the backup does not know;
 * then every register. */
#if FENCE_SHORT
#define FENCE (now + LEASE)
#elif FENCE_DEFAULT	/* of a group that is gone, with the longest lease of a new one */
#define FENCE (now + AHEAD + 1)
#else
#define FENCE (now + AHEAD + LEASE)
#endif
inline fenceOne(n) {
	if
	:: there[n] ->
		reg[n].high = MAX(reg[n].high, FENCE); reg[n].floor = reg[n].high; reg[n].epoch++;
		newNonce(reg[n].nonce); newVersion(n);
		printf("  register %d: high %d\n", n, reg[n].high)
	:: else
	fi
}
/* Two steps. The meta value first, with its tick and the count: then a host that joins
 * takes no register for its own, and none from below the tick. */
inline fenceMeta() {
#if !NO_FENCE
	fences++;
#if !FENCE_MADE_ONLY
	begin = MAX(begin, FENCE);
#endif
#endif
	skip
}
inline fenceRegisters() {
#if !NO_FENCE
	fenceOne(0);
#if NUMBERS > 1
	fenceOne(1);
#endif
#endif
	skip
}
inline fence() {
	printf("fence, step %d\n", fencing + 1);
	down = 0;
#if FENCE_META_LAST
	if
	:: !fencing -> fenceRegisters()
	:: else -> fenceMeta()
	fi;
#else
	if
	:: !fencing -> fenceMeta()
	:: else -> fenceRegisters()
	fi;
#endif
	fencing = !fencing
}
#endif

active proctype world() {
	d_step {
		s[0].pc = IDLE; s[1].pc = IDLE; s[CALLERS - 1].pc = IDLE;
#if RESERVATIONS
		o.pc = IDLE;
#endif
#if !UNMADE
		there[0] = 1; made[0] = 1; reg[0].nonce = 1; newVersion(0);
		there[NUMBERS - 1] = 1; made[NUMBERS - 1] = 1; reg[NUMBERS - 1].nonce = 1; newVersion(NUMBERS - 1);
#endif
#if RESTORES && OLD_BACKUP	/* of before all else */
		backUp();
#endif
		skip
	}
end:
	do
	:: caller(0)
	:: caller(1)
#if CALLERS > 2
	:: caller(2)
#endif
#if LOSSES
	:: d_step { late.on && !down -> later() }
#endif
#if TIMED
	:: d_step { now < LAST -> now++; printf("now %d\n", now) }
#endif
#if FOREIGN
	:: d_step { foreign && there[0] && !down -> foreignRelease() }
#endif
#if COPIES
	:: d_step { !copied && grant[0].state == HELD && intact[0] ->
		copied = 1; printf("copy\n"); setGrant(copy, grant[0]) }
	:: d_step { copied && copies -> putBack(0) }
	:: d_step { copied && copies -> putBack(1) }
#endif
#if REBOOTS
	:: d_step { reboots -> reboot(0, 0) }
	:: d_step { reboots -> reboot(0, 1) }
#endif
#if DEL_RECORD
	:: d_step { deletes && rec[0].mark && !rec[0].lost -> deletes--; printf("delete record 0 of host 0\n"); rec[0].lost = 1 }
#endif
#if DEL_REGISTER
	:: d_step { deletes && there[0] -> deletes--; printf("delete register 0\n"); clearRegister(reg[0]); there[0] = 0 }
#endif
#if RESTORES
	:: d_step { !backedup && !down -> backUp() }
	:: d_step { backedup && restores && !down && !fencing -> restore() }
	:: d_step { down || fencing -> fence() }
#endif
#if FORGETS
	:: d_step { !backedup -> backUp() }
#if RESERVATIONS
	:: d_step { backedup && forgets && (!service || FORGET_RESERVED) -> goBack() }
	:: d_step { o.pc == IDLE && reservations && !service -> reserveIt(0) }
	:: d_step { o.pc == IDLE && undos && service -> reserveIt(1) }
	:: d_step { o.pc == LOOKUP -> lookUp() }
	:: d_step { o.pc == CLOCK -> clock() }
	:: d_step { o.pc == NOTEIT -> noteIt() }
	:: d_step { o.pc == BEGINIT -> beginIt() }
	:: d_step { o.pc == LOAD -> load() }
	:: d_step { o.pc == JUDGE -> judge() }
	:: d_step { o.pc == SWAPIT -> swapIt() }
#else
	:: d_step { backedup && forgets -> goBack() }
#endif
#endif
	od
}
