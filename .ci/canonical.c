/* What a search of a model keeps of each state, in place of the state itself: .ci/models puts this into what spin
 * makes of the model. States that differ only in the names of what is compared with each other alone, as nonces are, or
 * in the order of callers that do the same, go on in the same way: one of them is enough. The model says which names
 * and callers those are. The search itself goes from state to state as the model has them, and so does a trail.
 */
static uchar names[256], lastname;

/* name gives the value the next name; 0 is none, and what is above 127 has its name. */
static int name(uchar *value)
{
	if (*value && *value < 128) {
		if (!names[*value])
			names[*value] = ++lastname;
		*value = names[*value];
	}
	return 0;
}
#define NAME(w, field) name(&(w)->field)

/* newNames begins names of another kind. */
static void newNames(void)
{
	memset(names, 0, sizeof names);
	lastname = 127;
}

static void giveNames(State *w);
/* exchange makes of w the i-th other order of callers, or says that there is none. */
static int exchange(State *w, int i);

static char *canonical(void)
{
	static State w, named, best;
	int i = 0;

	memcpy(&w, &now, now._vsz);
	do {
		memcpy(&named, &w, now._vsz);
		giveNames(&named);
		if (i == 0 || memcmp(&named, &best, now._vsz) < 0)
			memcpy(&best, &named, now._vsz);
	} while (exchange(&w, i++));
	return (char *)&best;
}
