package index

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"
)

func driver(err error, schemes ...string) Driver {
	return Driver{schemes, func(context.Context, string) (Engine, error) { return &fake{}, err }}
}

func TestFind(t *testing.T) {
	list := []Driver{driver(nil, "bbolt", "bolt"), driver(nil, "postgres", "postgresql")}
	for dsn, want := range map[string]string{
		"bbolt:": "bbolt", "bolt:x": "bbolt", "postgresql://h/d": "postgres", "oracle://u:s3cret@h": "", "": "",
		"s3cret": "", "u:s3cret@h": "", "s3cret!:x": "", "/a/s3cret:b": "",
	} {
		d, err := Find(list, dsn)
		switch {
		case want != "" && (err != nil || d.Schemes[0] != want):
			t.Errorf("Find(%q) = %v, %v; want %s", dsn, d, err, want)
		case want == "" && (err == nil || !strings.Contains(err.Error(), "bbolt:, postgres:") ||
			strings.Contains(err.Error(), "s3cret")):
			t.Errorf("Find(%q) = %v, %v; want an error with the choice, and no secret", dsn, d, err)
		}
	}
}

// TestOpenScrubs: a client that repeats the whole DSN still shows no password.
func TestOpenScrubs(t *testing.T) {
	for _, dsn := range []string{"x://u:s3cret@h/d", "x://u:s%33cret@h/d", "x://h/d?a=b&PassWord=s3cret&c=d",
		"x://u:s3cret@h:port", "x://a@b:s3cret@h"} {
		plain, _ := url.QueryUnescape(dsn)
		cause := errors.New(dsn + " and " + plain)
		_, err := Open(context.Background(), []Driver{driver(cause, "x")}, dsn)
		if err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "s%33cret") ||
			!errors.Is(err, cause) {
			t.Errorf("Open(%q) = %v; want the cause without its password", dsn, err)
		}
	}
}
