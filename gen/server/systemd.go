package server

import (
	"errors"
	"fmt"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

// passed takes the addresses that systemd opened, and reports whether there are any:
// one whose FileDescriptorName is http is for HTTP, the others for the Redis protocol.
func (r *Running) passed() (bool, error) {
	byName, err := activation.ListenersWithNames()
	if err != nil {
		return false, fmt.Errorf("the sockets of systemd cannot be used: %w", err)
	}
	for name, list := range byName {
		for _, l := range list {
			switch {
			case l == nil:
				return false, errors.New("a socket of systemd does not listen: use ListenStream=")
			case name == "http" && r.web != nil:
				return false, errors.New("systemd has two sockets for http: use one ListenStream=")
			case name == "http":
				r.web = l
			default:
				r.resp = append(r.resp, l)
			}
		}
	}
	if len(r.resp) == 0 && r.web != nil {
		return false, errors.New("systemd has a socket for http only: use one for the Redis protocol, too")
	}
	return len(r.resp) > 0, nil
}

// tell tells systemd what the server does, where it asked to be told.
func (r *Running) tell(what string) {
	if _, err := daemon.SdNotify(false, what); err != nil {
		r.log.Warn("systemd was not told", "state", what, "error", err)
	}
}
