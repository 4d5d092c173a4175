package cli

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"idscope/gen"
	"idscope/gen/worker"
)

// sharedState is the state folder of all users of a host, where somebody made it.
const sharedState = "/var/lib/idscope"

// home is the user's folder, empty where there is none.
func (a *App) home() string {
	if h := a.Getenv("HOME"); h != "" {
		return h
	}
	return a.Getenv("USERPROFILE")
}

// StateFlags choose the state folder.
type StateFlags struct {
	dir     string
	network bool
	private bool
}

// PrivateState keeps records and claims in a directory that this process alone uses.
func PrivateState(dir string) StateFlags { return StateFlags{dir: dir, network: true, private: true} }

// Add defines the flags: --state, and --allow-network-state, which permits what a lock cannot be
// trusted on.
func (s *StateFlags) Add(flags *Flags) {
	flags.Text("state", &s.dir)
	flags.Switch("allow-network-state", &s.network)
}

// Folder returns the state folder: the given one, $IDSCOPE_STATE, the host's, or the
// user's; with an error one without State, where there is none. Named is the scheme as the user wrote it, for hints.
func (s *StateFlags) Folder(a *App, named string) (worker.Folder, error) {
	f := worker.Folder{
		State: s.dir, Explicit: s.dir != "", Named: named, Places: a.places(),
		Claims: a.claims(), ClaimsGiven: a.Getenv("IDSCOPE_CLAIMS") != "", Host: worker.DefaultHost(), Warn: a.Warn,
		AllowNetwork: s.network || a.Getenv("IDSCOPE_ALLOW_NETWORK_STATE") == "1",
	}
	if s.private {
		f.State, f.Claims, f.ClaimsGiven, f.Places = filepath.Join(s.dir, "state"), filepath.Join(s.dir, "claims"),
			true, nil
		return f, nil
	}
	own := f.Places[len(f.Places)-1]
	switch f.State = cmp.Or(s.dir, a.Getenv("IDSCOPE_STATE")); {
	case f.State != "":
	case writable(sharedState):
		f.State = sharedState
	case own == sharedState:
		return f, Refused("there is no state directory: no HOME, and %s cannot be written", sharedState).
			Hinted("name one with --state DIR or $IDSCOPE_STATE")
	default:
		f.State = own
	}
	if f.ClaimsGiven && !filepath.IsAbs(f.Claims) {
		return f, Usage("$IDSCOPE_CLAIMS %q depends on the working directory; use an absolute path", f.Claims)
	}
	return f, nil
}

// Socket is where a server of this host listens for programs that use the same records.
func (s *StateFlags) Socket(a *App) (string, error) {
	f, err := s.Folder(a, "")
	if err != nil {
		return "", err
	}
	return filepath.Join(f.State, "serve.sock"), nil
}

// places are the state folders that are used where none is named: the host's, and
// the user's where it is known.
func (a *App) places() []string {
	list := []string{sharedState}
	if dir := a.ownFolder("XDG_STATE_HOME", ".local/state"); dir != "" {
		list = append(list, dir)
	}
	return list
}

// ownFolder is idscope's in a folder that a variable names, or that is below the user's; empty where there is neither.
// A relative one is ignored, as the XDG Base Directory Specification wants.
func (a *App) ownFolder(variable, below string) string {
	dir := a.Getenv(variable)
	if !filepath.IsAbs(dir) {
		if dir = a.home(); dir == "" {
			return ""
		}
		dir = filepath.Join(dir, below)
	}
	return filepath.Join(dir, "idscope")
}

// claims is the folder in which all users of the host claim worker numbers.
func (a *App) claims() string {
	if dir := a.Getenv("IDSCOPE_CLAIMS"); dir != "" {
		return dir
	}
	return hostClaims(a.Getenv)
}

// WorkerNumber reads the worker from the text of the flag, or the variable where it is empty; nil is auto.
func (a *App) WorkerNumber(text string, s *gen.Scheme) (*uint64, error) {
	from := "--worker"
	if text == "" {
		text, from = a.Getenv("IDSCOPE_WORKER"), "$IDSCOPE_WORKER"
	}
	var n uint64
	var err error
	switch text {
	case "", "auto":
		return nil, nil
	case "mac":
		if s.WorkerBits() != nodeBits {
			return nil, Usage("%s mac needs a worker of %d bits, and that of %s has %d; use a number or auto",
				from, nodeBits, s.Name, s.WorkerBits())
		}
		if n, err = hardwareAddress(); err != nil {
			return nil, Refused("%w", err).Hinted("give the 48-bit node as a number: --worker 0x0242ac110002")
		}
		return &n, nil
	}
	if n, err = ParseWorker(text); err != nil {
		return nil, Usage("%s %w", from, err)
	}
	if top := gen.Mask(s.WorkerBits()); n > top.Lo {
		f := Usage("%w", gen.OutOfRange(s.Name, "worker", gen.ID{Lo: n}, top))
		if from != "--worker" {
			return nil, f.Hinted("the number comes from %s", from)
		}
		return nil, f
	}
	return &n, nil
}

// nodeBits is the width of a worker that is a hardware address.
const nodeBits = 48

// hardwareAddress returns the address of the first network card, by its name, that has one
// given by its maker: neither zero nor multicast.
func hardwareAddress() (uint64, error) {
	cards, err := net.Interfaces()
	if err != nil {
		return 0, err
	}
	slices.SortFunc(cards, func(a, b net.Interface) int { return strings.Compare(a.Name, b.Name) })
	for _, card := range cards {
		if n, ok := node(card.HardwareAddr); ok && n != 0 && n&gen.Multicast == 0 {
			return n, nil
		}
	}
	return 0, errors.New("this host has no hardware address")
}

// ParseWorker reads a worker number: decimal, hexadecimal behind 0x, or the six
// octets of a hardware address.
func ParseWorker(text string) (uint64, error) {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return n, nil
	}
	if v, ok := parseValue(text); ok && v.Len() <= 64 && strings.HasPrefix(text, "0x") {
		return v.Lo, nil
	}
	if address, err := net.ParseMAC(text); err == nil {
		if n, ok := node(address); ok {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q is not a worker; use a number from 0 up, auto or mac", text)
}

// node is the number of a hardware address of the usual length.
func node(address net.HardwareAddr) (n uint64, ok bool) {
	if len(address) != nodeBits/8 {
		return 0, false
	}
	return gen.FromBytes(address).Lo, true
}
