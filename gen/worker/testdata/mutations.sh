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
try turn internal/guard/guard.go 's/case f\.Head\.Turn == w\.Head\.Turn \&\& (f\.Head == w\.asNamed)/case \1/'
try change internal/guard/guard.go 's/return Head\{turn, id\.Inode, id\.Changed\}/return Head{turn, id.Inode, 0}/'
try witness internal/guard/guard.go 's/(f\.Head\.Turn == w\.Head\.Turn) \&\& .*/\1:/'
try file internal/guard/guard.go 's/(f\.Head\.Turn < w\.Head\.Turn) \&\& .*/\1:/'
try ahead internal/guard/guard.go 's/f\.Head\.Turn < w\.Head\.Turn \&\& .*/false:/'
try order worker/session.go 's/^\tif err = s\.claim\.open\(r, lock\); err != nil \{/\tearly := guard.Side{Path: r.path + ".rec", Magic: recordMagic}\n\tfound := early.Open(d, flag, guard.BlockSize+1)\n\tif lock \&\& found == nil {\n\t\t_ = early.Lock(d)\n\t}\n&/; s/^\ts\.record = guard\.Side\{.*/\ts.record = early/; s/^\terr = s\.record\.Open\(.*/\terr = found/'
try confirm internal/guard/guard.go 's/if err == nil \&\& !p\.confirm\(\) \{/if false {/'
# A loss of power.
try settled worker/session.go 's/^\t\ts\.entry = c\.entry$/&\n\t\ts.settled = true/'
try covered worker/mark.go 's/case !recounted \&\& s\.covered\(before\):/case !recounted:/'
try exposed worker/mark.go 's/return f\.tick >= time\.Second \|\| /return /'
try recover worker/session.go 's/if r\.folder\.since\(\&s\.entry\.stamp\)\.started \{/if false {/'
try merge worker/session.go 's/r\.folder\.since\(\&c\.entry\.stamp\)\.started:/false:/'
try lax worker/mark.go 's/f\.time > 0 \&\& e\.Lax \&\& /false \&\& /'
try timeless worker/mark.go 's/^\t\treturn guard\.SyncAll$/\t\treturn guard.SyncNone/'
try promise worker/mark.go 's/^\treturn guard\.SyncAhead$/\treturn guard.SyncNone/'
try promised worker/successor.go 's/tick = max\((add\(.*\)), known\.Durable\.Tick\)/tick = \1/'
try behindclock worker/mark.go 's/if r\.folder\.Host\.Unsynced\(\) \{ .*/if false {/'
# What is begun past, and whose it is.
try behind worker/successor.go 's/last = max\(last, tick\)/last = max(last, 0)/'
try lead worker/successor.go 's/return max\(s\.entry\.Lead, .*/return s.entry.Lead/'
try past worker/successor.go 's/last = add\(last, r\.form\.line\.Ticks\(lead\)\)/last = 0/'
try born worker/claims.go 's/if !f\.claims\(\) \&\& f\.traces\(\) \{/if false {/'
try marked worker/successor.go 's/if s\.claims != nil \&\& s\.claims\.Marked.*/if false {/'
try device worker/claims.go 's/known := c\.entry\.Boot == .*/known := true\n\tid.Device = c.device/'
try private worker/claims.go 's/if why := f\.Host\.Private\(f\.Claims\); why != "" \{/if false {\n\t\t\t\twhy := ""/'
try planted worker/claims.go 's/case mode\&fs\.ModeSymlink != 0:/case false:/; s/case !mode\.IsDir\(\):/case false:/'
# The sequence.
try base sequence/sequencer.go 's/value\.Lo\+1 != p\.Base\.Lo/true/'
try step sequence/sequencer.go 's/p\.Growth == q\.Growth \&\& p\.Step != 0/true/'
# Grants, pages of counters, the node.
histories=TestKeptHistories
try start worker/kept.go 's/if !since\.kernel \&\& \(/if !since.kernel \&\& false \&\& (/'
try place worker/kept.go 's/return p\.Device == device \|\| .*/return true/'
try later worker/kept.go 's/\(!ours \|\| w\.Head\.Turn > f\.Head\.Turn\)/!ours/'
try name internal/guard/guard.go 's/u\.Sync == SyncAll \|\| u\.Sync == SyncFile \{/u.Sync == SyncFile {\n\t\terr = p.Disk.SyncData(f.File)\n\t} else if u.Sync == SyncAll {/'
# Two mends have no place any more. "noted" bounded how long after a write its time was taken for
# noted, by a clock: the times are compared, and nothing is tolerated. "blank" was of a record made
# before its claim said so: the claim is the first to be made.
exit $left
