#!/bin/sh
# Takes one mend at a time out of a copy of this tree, and tells which test notices:
# the histories, for SECONDS each (30), else the tests that show the ways in which
# numbers came twice. Run from the root of the tree: gen/worker/testdata/mutations.sh [NAME...]
set -u
copy=$(mktemp -d) && trap 'rm -rf "$copy"' EXIT
cp -r go.mod go.sum gen "$copy"
left=0

# try NAME FILE SED: with what the expression does to the file.
try() {
	name=$1 file=$2 expression=$3
	case " $wanted " in "  " | *" $name "*) ;; *) return ;; esac
	cp "gen/$file" "$copy/saved"
	sed -E "$expression" "gen/$file" > "$copy/gen/$file"
	if cmp -s "gen/$file" "$copy/gen/$file"; then
		echo "$name: the expression changes nothing"
		left=1
		return
	fi
	out=$(cd "$copy" && IDSCOPE_HISTORIES=${SECONDS_EACH:-30}s go test ./gen/worker -run Histories 2>&1)
	if echo "$out" | grep -q 'made.*again'; then
		echo "$name: histories, $(echo "$out" | sed -n 's/^--- FAIL: TestHistories (\(.*\))/\1/p')"
	else
		out=$(cd "$copy" && go test ./gen ./gen/sequence ./gen/worker -short -skip 'Histories|Storm|Killed|Bench|Mixed(Storm|Calls)' 2>&1)
		rows=$(echo "$out" | sed -n 's/^--- FAIL: \(Test[A-Za-z]*\).*/\1/p' | tr '\n' ' ')
		case $out in *"build failed"*) rows="does not compile" left=1 ;; esac
		if [ -z "$rows" ]; then
			left=1
		fi
		echo "$name: ${rows:-NOBODY notices}"
	fi
	cp "$copy/saved" "$copy/gen/$file"
}

wanted="$*"
try trail worker/claim.go 's/^func \(h \*heldClaim\) follow\(t trail\) error \{/&\n\treturn nil/'
try turn worker/compare.go 's/case e\.turn < t\.turn:/case false:/'
try change worker/compare.go 's/return t\.change == change .*/return true/'
try behindclock worker/durable.go 's/if r\.folder\.Host\.Unsynced\(\) \{ .*/if false {/'
try noted worker/compare.go 's/return time\.Unix\(0, change\).*/return true/'
try device worker/compare.go 's/known := c\.boot == .*/known := true; device = c.device/'
try order worker/compare.go 's/^\terr = r\.folder\.checkClaims\(\)$/\tearly, rerr := s.read()\n&/; s/^\tcontent, err := s\.read\(\)\n?$/\tcontent, err := early, rerr/; /^func \(s \*session\) place/,$ s/early, rerr/s.read()/'
try confirm worker/session.go 's/return s\.confirm\(\)/return nil/'
try covered worker/durable.go 's/case !recounted \&\& s\.covered\(\):/case !recounted:/'
try exposed worker/durable.go 's/return s\.r\.form\.tick >= time\.Second \|\| /return /'
try recover worker/compare.go 's/if r\.rebooted\(e\) \{/if false {/'
try lax worker/durable.go 's/f\.time > 0 \&\& e\.lax \&\& /false \&\& /'
try born worker/claims_folder.go 's/if !f\.claims\(\) \&\& f\.traces\(\) \{/if false {/'
try blank worker/compare.go 's/if !missing \&\& e\.turn == 0 \&\& !lost \{/if !missing \&\& e.turn == 0 {/'
try past worker/compare.go 's/last = add\(last, r\.form\.line\(\)\.Ticks\(lead\)\)/last = 0/'
try lead worker/successor.go 's/e := entry\{lead: max\(r\.lead, c\.lead, s\.entry\.lead\)\}/e := entry{}/; s/e\.lead = max\(e\.lead, r\.form\.lead\)/e.lead = 0/'
try behind worker/successor.go 's/last := max\(s\.entry\.mark\.Tick, c\.trail\.tick\)/last := uint64(0)/'
try timeless worker/session.go 's/if err == nil \&\& s\.r\.form\.time == 0 \{/if false {/'
try marked worker/compare.go 's/if s\.claims != nil \&\& s\.claims\.marked.*/if false {/'
try promise worker/durable.go 's/if err := s\.promise\(\); err != nil \{/if false {\n\t\tvar err error/'
try promised worker/durable.go 's/\[\.\.\.\]durable\{e\.durable, s\.claim\.trail\.durable\}/[...]durable{e.durable}/'
try base sequence/sequencer.go 's/value\.Lo\+1 != p\.Base\.Lo/true/'
try step sequence/sequencer.go 's/p\.Growth == q\.Growth \&\& p\.Step != 0/true/'
try private worker/claims_folder.go 's/if why := f\.Host\.Private\(f\.Claims\); why != "" \{/if false {\n\t\t\t\twhy := ""/'
try planted worker/claims_folder.go 's/case mode\&fs\.ModeSymlink != 0:/case false:/; s/case !mode\.IsDir\(\):/case false:/'
exit $left
