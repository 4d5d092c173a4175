package server

import (
	"context"
	"errors"

	"idscope/gen/store/election"
)

// look sees the group once, so that its file is in force before anybody is answered.
func (c *cluster) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*c.ttl)
	defer cancel()
	seen := false
	err := c.elector.Watch(ctx, func(v election.View) {
		if !seen {
			c.see(v)
		}
		seen = true
		cancel()
	})
	if seen {
		return nil
	}
	return err
}

// groupFile is how messages call the file that the group has in its store.
const groupFile = "the file of the group"

// parseGroupFile reads it, of some path: what one server has for itself does not belong there.
func parseGroupFile(path string, text []byte) (*file, error) {
	f, err := parseSettings(path, text)
	if err != nil {
		return nil, err
	}
	if f.Listen != "" || f.HTTP != "" || f.TLS != (fileTLS{}) || f.Cluster != (fileCluster{}) {
		return nil, &FileError{path, 0,
			errors.New("it has addresses, tls or cluster: use those in the file of each server")}
	}
	return f, nil
}

// shared returns the settings of this server's file with the generators, users and limits of the
// group's, where there is one.
func (r *Running) shared(own *file, text []byte) (*file, error) {
	if len(text) == 0 {
		return own, nil
	}
	group, err := parseGroupFile(groupFile, text)
	if err != nil {
		return nil, err
	}
	both := *own
	both.Generators, both.Users, both.Limits, both.MaxAge = group.Generators, group.Users, group.Limits, group.MaxAge
	return &both, nil
}

// groupText is the file of the group as it is now; nil without a group.
func (r *Running) groupText() []byte {
	if r.cluster == nil {
		return nil
	}
	r.cluster.mu.Lock()
	defer r.cluster.mu.Unlock()
	return r.cluster.view.File
}
