//go:build unix

package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

//go:embed testdata/harness.html
var harness string

// plan is what harness.html does at a page.
type plan struct {
	Address string
	Width   int
	Loads   int // of which the fastest counts
	IDs     []string
	Online  map[string]map[string]string // forms that are used before the network is cut
	Forms   map[string]map[string]string
	Many    string // lines that are pasted at once
	Picture string // an ID whose card is drawn
	Height  int    // of the picture
}

// seenID is what the page says of an ID.
type seenID struct {
	Cards []string // what each says, one for each reading
	JSON  string   // that it copies; empty where the ID is none
}

// report is what was seen. Times are in milliseconds.
type report struct {
	Failed               string
	Readable, Ready      float64
	Seen                 []seenID
	Answers              map[string]string
	Longest              float64 // for which the page could not move while many lines were read
	Lines                []string
	Picture              string
	ScrollWidth          int
	Ground, Ink          string
	Unnamed, Unreachable []string
}

// stage serves a page beside the harness, cuts it off when the harness asks, and takes its report.
type stage struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // of the page
	cut   bool
	done  chan struct{}
	got   report
}

func newStage(t *testing.T, p plan, page http.Handler) *stage {
	s := &stage{done: make(chan struct{})}
	m := http.NewServeMux()
	m.HandleFunc("/harness.html", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, harness) })
	m.HandleFunc("/plan", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(p) })
	m.HandleFunc("/cut", func(http.ResponseWriter, *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.cut = true
	})
	m.HandleFunc("/report", func(_ http.ResponseWriter, q *http.Request) {
		if err := json.NewDecoder(q.Body).Decode(&s.got); err != nil {
			t.Errorf("the report cannot be read: %v", err)
		}
		close(s.done)
	})
	m.HandleFunc("/", func(w http.ResponseWriter, q *http.Request) {
		s.mu.Lock()
		cut := s.cut
		s.asked = append(s.asked, q.URL.Path)
		s.mu.Unlock()
		if cut {
			panic(http.ErrAbortHandler)
		}
		q.Header.Del("Accept-Encoding")
		got := httptest.NewRecorder()
		page.ServeHTTP(got, q)
		maps.Copy(w.Header(), got.Header())
		w.Header().Del("Content-Length")
		w.WriteHeader(got.Code)
		stopped := fmt.Sprint(today.UnixMilli()) // for the program of the page
		fmt.Fprint(w, strings.Replace(got.Body.String(), "(new Date).getTime()", stopped, 1))
	})
	s.Server = httptest.NewServer(m)
	t.Cleanup(s.Close)
	return s
}

// play has the browser play a plan, and checks what holds of every page.
func play(t *testing.T, p plan, page http.Handler, dark bool) *stage {
	t.Helper()
	browser := testserver.NewBrowser(t, "the page in a browser")
	s := newStage(t, p, page)
	scheme, ground, ink := 1, "rgb(255, 255, 255)", "rgb(27, 33, 38)"
	if dark {
		scheme, ground, ink = 0, "rgb(15, 20, 25)", "rgb(227, 232, 237)"
	}
	console := browser.Show(t, s.URL+"/harness.html", s.done, "--window-size=1400,2000",
		fmt.Sprintf("--blink-settings=preferredColorScheme=%d", scheme))
	r := &s.got
	if r.Failed != "" {
		t.Fatalf("the page: %s\n%q", r.Failed, console)
	}
	if len(console) > 0 {
		t.Errorf("the browser says %q", console)
	}
	if r.ScrollWidth > p.Width || r.Ground != ground || r.Ink != ink {
		t.Errorf("%d pixels wide in %d, %s on %s; want no more, and %s on %s", r.ScrollWidth, p.Width,
			r.Ink, r.Ground, ink, ground)
	}
	if len(r.Unnamed) > 0 || len(r.Unreachable) > 0 {
		t.Errorf("without a name %q, without the tab key %q", r.Unnamed, r.Unreachable)
	}
	t.Logf("readable in %.0f ms, ready in %.0f ms, held for %.0f ms", r.Readable, r.Ready, r.Longest)
	return s
}

// exampleIDs are published IDs of as many schemes as are asked for.
func exampleIDs(t *testing.T, n int) (ids []string) {
	t.Helper()
	for _, s := range known.All() {
		if s.Example.Text != "" && !slices.Contains(ids, s.Example.Text) && !strings.Contains(s.Example.Text, "\n") {
			ids = append(ids, s.Example.Text)
		}
	}
	if len(ids) < n {
		t.Fatalf("%d schemes have an example; want %d", len(ids), n)
	}
	return ids
}

// today is when pages are looked at.
var today = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// cardsFile has the cards of the IDs, below the number of each, for some look like keys that leaked.
const cardsFile = "testdata/cards.txt"

// compareCards holds the cards of a page against those of the file, and what it copies against idscope inspect --json.
func compareCards(t *testing.T, h host, ids []string, seen []seenID) {
	t.Helper()
	if len(seen) != len(ids) {
		t.Fatalf("cards of %d IDs; want %d", len(seen), len(ids))
	}
	var all []string
	for i, id := range ids {
		lines, _, _ := h.inside("inspect", "--json", "--now", today.Format(time.RFC3339), "--", id)
		if want := lines[0]; seen[i].JSON != want && (seen[i].JSON != "" || strings.Contains(want, `"ok":true`)) {
			t.Errorf("%s: the page copies %s; want %s", id, seen[i].JSON, want)
		}
		all = append(all, fmt.Sprintf("\n%d\n%s\n", i, strings.Join(seen[i].Cards, "\n")))
	}
	if *try.Update && len(ids) > 100 {
		try.Works(t, os.WriteFile(cardsFile, []byte(strings.Join(all, "")), 0o644))
	}
	text := string(try.Of(os.ReadFile(cardsFile)).Or(t))
	for _, card := range all {
		if !strings.Contains(text+"\n", card) {
			t.Errorf("%s has no such card: %s", cardsFile, card)
		}
	}
}

// forms are those of the page, with what their answers have to say.
var forms = map[string]map[string]string{
	"generate":   {"scheme": "ulid", "count": "3"},
	"range":      {"scheme": "snowflake", "day": "2026-01-01", "zone": "utc", "column": "order_id"},
	"collisions": {"scheme": "uuidv7", "rate": "1000", "years": "10", "nodes": "10"},
	"compare":    {"schemes": "uuidv4 snowflake", "rate": "1000", "years": "1", "nodes": "10"},
}

// TestPageInChromium writes the page, serves it as files, and holds what it says without a network against the
// commands: wide and narrow, light and dark.
func TestPageInChromium(t *testing.T) {
	testserver.Demanded(t, "the page in a browser")
	h := newHost(t)
	dir := filepath.Join(t.TempDir(), "page")
	h.must("page", "-o", dir)
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	ids := append(exampleIDs(t, 30), "1541815603606036480", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "hello, world", secret)
	var many strings.Builder
	for i := 0; many.Len() < 1_000_000; i++ {
		fmt.Fprintf(&many, "017f22e2-79b0-7cc3-98c4-%012x\n\u00a0\n", i)
	}
	for _, p := range []plan{
		{Width: 1280, Loads: 3, IDs: ids, Forms: forms, Many: many.String()},
		{Width: 360, Loads: 1, IDs: ids[:1], Forms: forms},
	} {
		p.Address = "/index.html"
		s := play(t, p, http.FileServer(http.Dir(dir)), p.Width == 360)
		r := &s.got
		compareCards(t, h, p.IDs, r.Seen)
		if p.Loads > 1 && (r.Readable > 1000 || r.Ready > 3000) {
			t.Errorf("readable in %.0f ms, ready in %.0f ms; want at most 1 s and 3 s", r.Readable, r.Ready)
		}
		if p.Many != "" {
			n := strings.Count(p.Many, "\u00a0") // lines that are no ID, and the last is cut off
			want := []string{"uuidv7", strconv.Itoa(n), fmt.Sprintf("Show 200 more of %d", 2*n-1)}
			if r.Longest > 1000 || slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(r.Lines, w) }) {
				t.Errorf("many lines held the page for %.0f ms and gave %q; want less than 1 s and %q", r.Longest, r.Lines, want)
			}
		}
		for form, want := range map[string]string{
			"generate":   "Copy all",
			"range":      h.must("range", "snowflake", "--day", "2026-01-01", "--sql", "order_id")[0],
			"collisions": "is 7.5e-12.", // as bench birthday uuidv7 --rate 1000 --for 10y --nodes 10
			"compare":    "snowflake by twitter: probability 0",
		} {
			try.Contains(t, r.Answers[form], want, "%s answers", form)
		}
		for _, row := range h.must("compare", "uuidv4", "snowflake", "--nodes", "10", "--rate", "1000", "--for", "1y",
			"--markdown") {
			if cells := strings.ReplaceAll(strings.Trim(row, "| "), " | ", ""); strings.HasPrefix(row, "| uuidv4 |") &&
				!strings.Contains(r.Answers["compare"], cells) {
				t.Errorf("compare answers %q; want %q", r.Answers["compare"], cells)
			}
		}
		if all := fmt.Sprint(r.Seen); strings.Contains(all, secret) {
			t.Errorf("the page shows a secret: %q", all)
		}
		list := try.Of(os.ReadDir(dir)).Or(t)
		for _, path := range s.asked {
			known := slices.ContainsFunc(list, func(e os.DirEntry) bool { return "/"+e.Name() == path })
			if !known && path != "/" {
				t.Errorf("the page asked for %s", path)
			}
		}
	}
}

// pagePicture is the page as README.md shows it.
const pagePicture = "../../.github/page.svg"

// TestPagePicture compares what the picture shows with the page. IDSCOPE_TEST_PICTURES=../../.github
// draws it anew.
func TestPagePicture(t *testing.T) {
	testserver.Demanded(t, "the picture of the page")
	dir := filepath.Join(t.TempDir(), "page")
	newHost(t).must("page", "-o", dir)
	s := play(t, plan{Address: "/index.html", Width: 760, Loads: 1, Picture: "1541815603606036480", Height: 690},
		http.FileServer(http.Dir(dir)), false)
	if keep := os.Getenv("IDSCOPE_TEST_PICTURES"); keep != "" {
		try.Works(t, os.WriteFile(filepath.Join(keep, filepath.Base(pagePicture)), []byte(s.got.Picture), 0o644))
	}
	drawn := try.Of(os.ReadFile(pagePicture)).Or(t)
	if got, want := drawnWords(string(drawn)), drawnWords(s.got.Picture); !slices.Equal(got, want) {
		t.Errorf("%s shows %q; want %q", pagePicture, got, want)
	}
}

// drawnWords are what a picture says, without the age of an ID, which depends on the day.
func drawnWords(svg string) (list []string) {
	for _, line := range strings.Split(svg, "\n") {
		if _, text, ok := strings.Cut(line, "<text "); ok && !strings.HasSuffix(line, " years ago</text>") {
			_, text, _ = strings.Cut(text, ">")
			list = append(list, strings.TrimSuffix(text, "</text>"))
		}
	}
	return list
}

// TestPageAsFile opens the page from a disk: it says how to serve it.
func TestPageAsFile(t *testing.T) {
	t.Parallel()
	browser := testserver.NewBrowser(t, "the page as a file")
	dir := filepath.Join(t.TempDir(), "page")
	newHost(t).must("page", "-o", dir)
	dom, _ := browser.Open(t, "file://"+dir+"/index.html", "--virtual-time-budget=2000", "--dump-dom")
	try.Contains(t, dom, "python3 -m http.server", "as a file the page is")
}

// TestServedPageInChromium opens the page of idscope serve: it reads in the browser, and the server generates.
func TestServedPageInChromium(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "the page of a server in a browser")
	h := newHost(t)
	web := testserver.FreeAddress(t)
	c := h.command("serve", "--listen", "unix:"+filepath.Join(h.dir, "s"), "--http", web)
	try.Works(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	try.Await(t, "the server", func() bool {
		answer, err := http.Get("http://" + web + "/readyz")
		if err == nil {
			answer.Body.Close()
		}
		return err == nil && answer.StatusCode == http.StatusOK
	})
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: web})
	proxy.ModifyResponse = func(r *http.Response) error { // so that it may be in a frame of the test
		policy := r.Header.Get("Content-Security-Policy")
		if policy != "" && !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s has the policy %q; want that no other page shows it", r.Request.URL, policy)
		}
		r.Header.Set("Content-Security-Policy", strings.ReplaceAll(policy, "frame-ancestors 'none'", ""))
		return nil
	}
	ids := exampleIDs(t, 30)
	offline := maps.Clone(forms)
	delete(offline, "generate")
	for _, width := range []int{360, 1280} {
		s := play(t, plan{Address: "/", Width: width, Loads: 1, IDs: ids, Forms: offline,
			Online: map[string]map[string]string{"generate": {"scheme": "snowflake", "count": "3"}}}, proxy, width == 1280)
		compareCards(t, h, ids, s.got.Seen)
		if answer := s.got.Answers["generate"]; !strings.Contains(answer, "Copy all") ||
			strings.Contains(answer, "tab only") {
			t.Errorf("the server answers %q; want IDs of its own generator", answer)
		}
		for form := range offline {
			if s.got.Answers[form] == "" {
				t.Errorf("%s has no answer", form)
			}
		}
	}
}
