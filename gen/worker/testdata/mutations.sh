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
	out=$(cd "$copy" && IDSCOPE_TEST_LONG=${SECONDS_EACH:-30}s go test ./gen/worker -run "^$histories\$" 2>&1)
	if echo "$out" | grep -Eq 'made.*again|taken for|was on the disk'; then
		echo "$name: histories, $(echo "$out" | sed -n 's/^--- FAIL: Test[A-Za-z]*Histories (\(.*\))/\1/p')"
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
histories=TestHistories
# The two writes of an update, and what they say of each other.
try trail internal/guard/guard.go 's/^\tif _, err := w\.File\.WriteAt\(text, 0\); err != nil \{/\tif err := error(nil); err != nil {/'
try turn internal/guard/guard.go 's/case f\.Head\.Turn == w\.Head\.Turn \&\& f\.names\(w\):/case f.names(w):/'
try change internal/guard/guard.go 's/return Head\{turn, inode, Changed\(s\.Info\)\}/return Head{turn, inode, 0}/'
try witness internal/guard/guard.go 's/f\.Head\.Turn == w\.Head\.Turn \&\& f\.names\(w\):/f.Head.Turn == w.Head.Turn:/'
try file internal/guard/guard.go 's/f\.Head\.Turn < w\.Head\.Turn \&\& w\.names\(f\):/f.Head.Turn < w.Head.Turn:/'
try ahead internal/guard/guard.go 's/f\.Head\.Turn < w\.Head\.Turn \&\& w\.names\(f\):/false:/'
try order worker/compare.go 's/^\terr = r\.folder\.checkClaims\(\)$/\tif e := s.read(); e != nil \&\& !errors.Is(e, fs.ErrNotExist) {\n\t\treturn false, e\n\t}\n&/; s/^\terr = s\.read\(\)$/\tif s.record.File == nil {\n\t\terr = fs.ErrNotExist\n\t}/'
try confirm worker/session.go 's/return s\.confirm\(\)/return nil/'
# A loss of power.
try settled worker/compare.go 's/^\t\ts\.entry = c\.claim\.entry$/&\n\t\ts.settled = true/'
try covered worker/durable.go 's/case !recounted \&\& s\.covered\(before\):/case !recounted:/'
try exposed worker/durable.go 's/return s\.r\.form\.tick >= time\.Second \|\| /return /'
try recover worker/compare.go 's/if r\.rebooted\(\&s\.entry\) \{/if false {/'
try merge worker/compare.go 's/r\.rebooted\(\&c\.claim\.entry\):/false:/'
try lax worker/durable.go 's/f\.time > 0 \&\& e\.lax \&\& /false \&\& /'
try timeless worker/durable.go 's/^\t\treturn guard\.SyncAll$/\t\treturn guard.SyncNone/'
try promise worker/durable.go 's/^\treturn guard\.SyncAhead$/\treturn guard.SyncNone/'
try promised worker/successor.go 's/tick = max\((add\(.*\)), known\.durable\.tick\)/tick = \1/'
try behindclock worker/durable.go 's/if r\.folder\.Host\.Unsynced\(\) \{ .*/if false {/'
# What is begun past, and whose it is.
try behind worker/successor.go 's/last = max\(last, tick\)/last = max(last, 0)/'
try lead worker/successor.go 's/return max\(c\.claim\.entry\.lead, r\.form\.lead\)/return 0/'
try past worker/compare.go 's/last = add\(last, r\.form\.line\(\)\.Ticks\(lead\)\)/last = 0/'
try born worker/claims_folder.go 's/if !f\.claims\(\) \&\& f\.traces\(\) \{/if false {/'
try marked worker/compare.go 's/if s\.claims != nil \&\& s\.claims\.Marked.*/if false {/'
try device worker/compare.go 's/known := c\.entry\.boot == .*/known := true; device = c.device/'
try private worker/claims_folder.go 's/if why := f\.Host\.Private\(f\.Claims\); why != "" \{/if false {\n\t\t\t\twhy := ""/'
try planted worker/claims_folder.go 's/case mode\&fs\.ModeSymlink != 0:/case false:/; s/case !mode\.IsDir\(\):/case false:/'
# The sequence.
try base sequence/sequencer.go 's/value\.Lo\+1 != p\.Base\.Lo/true/'
try step sequence/sequencer.go 's/p\.Growth == q\.Growth \&\& p\.Step != 0/true/'
# Grants, pages of counters, the node.
histories=TestKeptHistories
try start worker/kept.go 's/case f\.boot\.same\(o\.boot\):/case true:/'
try place worker/kept.go 's/return o\.device == device \|\| .*/return true/'
try later worker/kept.go 's/\(ours == nil \|\| w\.Head\.Turn > f\.Head\.Turn\)/ours == nil/'
# Two mends have no place any more. "noted" bounded how long after a write its time was taken for
# noted, by a clock: the times are compared, and nothing is tolerated. "blank" was of a record made
# before its claim said so: the claim is the first to be made.
exit $left
