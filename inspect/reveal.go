package inspect

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
)

// reveals says what the identifier reveals to anyone who sees it: when it was generated, by whom, how many others
// there were; each kind of it once. It is empty for one that is random from end to end, and where its issuer has not
// said what it is made of.
func (r *Reading) reveals(dst []Fact) []Fact {
	add := func(name string, source gen.Source, text string) {
		dst = append(dst, Fact{Key: name, Label: "reveals", Kind: Reveal, Value: Value{Text: text},
			Place: Place{Source: source}})
	}
	if r.Timed {
		add("time", gen.Time, "when it was generated, to "+tickText(r.Scheme.Tick))
	}
	if r.Scheme.Layout.Width(gen.Digest) > 0 {
		add("name", gen.Digest, "its namespace and name, to anyone who tries them")
	}
	if r.hasWorker() {
		name := "worker"
		switch r.Scheme.WorkerRule {
		case gen.WorkerNode:
			name = "host"
		case gen.WorkerRandom:
			name = "process"
		}
		add(name, gen.Worker, string(r.appendWorkerText(nil)))
	}
	var makers []string
	kept := false
	for _, p := range r.pieces {
		if p.Source == gen.Worker && p.End > p.Start {
			makers = append(makers, p.Name)
		}
		kept = kept || p.Source == gen.Random && p.Keep
	}
	if len(makers) > 0 {
		add("host", gen.Const, quantity.FormatList(makers, "and")+" of the node: the same in all its ids")
	}
	if kept {
		add("process", gen.Const, "which ids are of one process: a part that it drew once")
	}
	if text := r.rate(); text != "" {
		add("rate", gen.Seq, text)
	}
	if names := r.named(gen.Data); len(names) > 0 {
		as := ", as it was set"
		if len(names) > 1 {
			as = ", as they were set"
		}
		add("data", gen.Data, quantity.FormatList(names, "and")+as)
	}
	if r.custom() {
		add("data", gen.Random, "whatever its generator put into "+quantity.FormatList(r.named(gen.Random), "and"))
	}
	return dst
}

// appendWorkerText appends what the worker tells, which needs no escape in JSON.
func (r *Reading) appendWorkerText(dst []byte) []byte {
	v, _ := r.Worker()
	switch {
	case r.Scheme.WorkerRule == gen.WorkerNode:
		return append(dst, nodeKind(v)...)
	case r.hosted():
		return fmt.Appendf(dst, "which ids are of one process: by %s, which it drew once, or which are of its host "+
			"and process number", quantity.FormatList(r.named(gen.Worker), "and"))
	case r.Scheme.WorkerRule == gen.WorkerRandom:
		return fmt.Appendf(dst, "which ids are of one process: %d bits that it drew once", r.Scheme.WorkerBits())
	}
	dst = strconv.AppendUint(append(dst, "which node: number "...), v, 10)
	return append(append(dst, " of "...), sizeOf(r.Scheme.WorkerBits())...)
}

// EntropyNote says on what the number of random bits depends; it is empty where every generator draws as many.
func (r *Reading) EntropyNote() string {
	least, most := r.Entropy()
	switch doubt := r.doubt(); {
	case doubt != "" && most > 0:
		return doubt
	case least == most:
		return ""
	}
	return fmt.Sprintf("%.4g where the generator counts in them", least)
}

// doubt says on what it depends that the bits which count as random are; it is
// empty where every maker draws them.
func (r *Reading) doubt() string {
	switch {
	case r.custom():
		return "if its generator drew them"
	case r.hosted():
		return "if its process drew them"
	}
	return ""
}

// hosted reports whether the part that names a process, which is drawn here, has
// fields that other makers fill with a hash of the host and the process number.
func (r *Reading) hosted() bool {
	return r.Scheme.WorkerRule == gen.WorkerRandom && len(r.named(gen.Worker)) > 1
}

// named names the fields of a source.
func (r *Reading) named(source gen.Source) (names []string) {
	for _, f := range r.Scheme.Layout {
		if f.Source == source {
			names = append(names, f.Name)
		}
	}
	return names
}

// custom reports whether the bits that are random here are for any maker to fill
// as he likes: RFC 9562 section 5.8 names them so.
func (r *Reading) custom() bool {
	other := func(name string) bool { return !strings.HasPrefix(name, "custom_") }
	return !slices.ContainsFunc(r.named(gen.Random), other) && r.Scheme.Layout.Width(gen.Random) > 0
}

// rate says what a count in the identifier tells; it is empty without one.
func (r *Reading) rate() string {
	s := r.Scheme
	switch {
	case s.Pattern.Has(gen.Seq):
		return "two of them: how many were generated between"
	case s.Layout.Width(gen.Seq) == 0 && s.Growth != gen.GrowthOne:
		return ""
	case s.Fraction > 0 && r.Timed:
		return "two of the same moment: how many were generated between"
	case s.Start.Rule == gen.StartZero && r.Timed:
		return "how many its node had generated in the same " + tickText(s.Tick)
	case s.Start.Rule == gen.StartCarry: // it goes round
		return "two of them: how many were generated between, modulo " + sizeOf(s.Layout.Width(gen.Seq))
	case !r.Timed:
		return "two of them: how many were generated between"
	}
	return "two of the same " + tickText(s.Tick) + ": how many were generated between"
}

// guess says whether the identifier that its maker made next can be guessed. It is
// empty where that is not known: of what is a hash, or given out by somebody who
// has not said how.
func (r *Reading) guess() string {
	s := r.Scheme
	made := s.Layout.Width(gen.Time) + s.Layout.Width(gen.Seq) + s.Layout.Width(gen.Random) // what differs by itself
	bits := s.Guess()
	if s.Pattern != nil {
		bits = r.drawn(false)
	}
	switch {
	case s.Layout.Width(gen.Digest) > 0:
		return "anyone who knows the name knows the id"
	case s.Pattern != nil && !s.Pattern.Has(gen.Random) && !s.Pattern.Has(gen.Seq) && !s.Pattern.Has(gen.Time):
		return ""
	case (s.ReadOnly != "" || made == 0) && s.Layout.Width(gen.Data) > 0 && s.Layout.Width(gen.Seq)+s.WorkerBits() == 0:
		return ""
	case s.Pattern == nil && made == 0:
		return "there is no other"
	case r.custom():
		return fmt.Sprintf("not if its generator drew all %.4g bits at random, which nothing tells", bits)
	case bits == 0 && (s.Growth == gen.GrowthOne || s.Start.Rule == gen.StartRandom && s.Start.Range > mostStart):
		return "yes within " + tickText(s.Tick) + ", where it counts up by 1"
	case bits == 0 && s.Pattern.Has(gen.Random):
		return "yes: the random part is kept, and two of them reveal the step of the rest"
	case bits == 0 && s.WorkerRule == gen.WorkerRandom && s.WorkerBits() > 0:
		return "yes: that of a process is kept, and the rest counts up by 1"
	case bits == 0:
		return "yes: there is nothing random in it"
	case s.Growth == gen.GrowthRandom:
		return fmt.Sprintf("at best in about %s tries, of one generated right after", tries(bits))
	case bits < 40:
		return fmt.Sprintf("in about %s tries", tries(bits))
	default:
		return fmt.Sprintf("no: %.4g random bits", bits)
	}
}

// mostStart is the range of a random start that hides the first number of a tick
// from nobody.
const mostStart = 256

func tries(bits float64) string { return fmt.Sprintf("2^%.4g", bits-1) }

// nodeKind says what the 48 bits of a node are (IEEE 802: the lowest bits of the
// first octet; RFC 9562 section 6.10).
func nodeKind(v uint64) string {
	address := string(appendAddress(nil, v))
	switch first := byte(v >> 40); {
	case v == 0:
		return "no address: the node is zero"
	case first&1 != 0:
		return "no network card: " + address + " has the multicast bit, so it is random or a hash; the same " +
			"in all ids of that node"
	case first&2 != 0:
		return "the address " + address + ", given by software, not by a manufacturer of network cards"
	default:
		return "the MAC address " + address + " of a network card, so the very machine"
	}
}

// appendAddress appends 48 bits as the address of a network card.
func appendAddress(dst []byte, v uint64) []byte {
	return append(dst, net.HardwareAddr(gen.ID{Lo: v}.AppendBytes(nil, 6)).String()...)
}

func sizeOf(bits int) string {
	if bits < 20 {
		return strconv.Itoa(1 << bits)
	}
	return fmt.Sprintf("2^%d", bits)
}

// tickText writes the length of a tick.
func tickText(d time.Duration) string {
	text := strings.ReplaceAll(d.String(), "\u00b5", "u")
	for _, zero := range []string{"m0s", "h0m"} {
		text = strings.Replace(text, zero, zero[:1], 1)
	}
	return text
}
