package cmd

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"idscope/cmd/internal/cli"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// look opens an address in a window of a width, in light or dark.
func look(t *testing.T, b testserver.Browser, address string, width int, dark bool, option string) (page string,
	console []string) {
	t.Helper()
	scheme := 1
	if dark {
		scheme = 0
	}
	return b.Open(t, address, fmt.Sprintf("--blink-settings=preferredColorScheme=%d", scheme),
		fmt.Sprintf("--window-size=%d,2000", width), option)
}

// served serves pages, and remembers what was asked for.
type served struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func serve(t *testing.T, pages map[string]string) *served {
	s := &served{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.URL.Path)
		s.mu.Unlock()
		text, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(text))
	}))
	t.Cleanup(s.Close)
	return s
}

// took returns what was asked for since the last call.
func (s *served) took() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.asked
	s.asked = nil
	return list
}

// layoutOf is what the measuring script finds in a page.
type layoutOf struct {
	Width       int      // of the content
	Outside     []string // what sticks out of the window, and out of no box that scrolls
	Pictures    int      // that are shown
	Smallest    float64  // height of the words in them, in pixels
	Ground, Ink string
}

// measuredIn returns what was found in the frame of a width.
func measuredIn(t *testing.T, dom string, width int) (l layoutOf) {
	t.Helper()
	found := regexp.MustCompile(fmt.Sprintf(`data-w%d="([^"]*)"`, width)).FindStringSubmatch(dom)
	if found == nil {
		t.Fatalf("nothing was measured at %d pixels, in %d bytes", width, len(dom))
	}
	try.Works(t, json.Unmarshal([]byte(strings.ReplaceAll(found[1], "&quot;", `"`)), &l))
	return l
}

// measuring is only in the copy of the page that is measured. That lies in a frame:
// a window of the browser is never narrower than 500 pixels.
const measuring = `<script>
window.onload = () => {
  const inner = document.documentElement.clientWidth, outside = [];
  for (const e of document.body.querySelectorAll("*")) {
    const r = e.getBoundingClientRect();
    if (r.width && (r.right > inner + 1 || r.left < -1) && !e.closest(".scroll table"))
      outside.push(e.tagName + "." + (e.getAttribute("class") || ""));
  }
  const shown = [...document.images].filter(e =>
    e.complete && e.naturalWidth > 100 && e.getBoundingClientRect().height > 80);
  const words = 8 * 96 / 72; // the height of the smallest in a picture, as it was drawn
  const smallest = Math.min(...shown.map(e => words * e.getBoundingClientRect().width / e.naturalWidth));
  const style = getComputedStyle(document.body);
  parent.document.body.dataset["w" + inner] = JSON.stringify({
    Width: document.documentElement.scrollWidth, Outside: outside, Pictures: shown.length,
    Smallest: smallest, Ground: style.backgroundColor, Ink: style.color});
};
</script></body>`

// TestReportInChromium opens a report in a browser, wide and narrow, light and
// dark: nothing is fetched, nothing is complained about, nothing sticks out.
func TestReportInChromium(t *testing.T) {
	browser := testserver.NewBrowser(t, "how the report looks in a browser, and whether it fetches anything")
	made := call(t, reporting, quick("uuidv4", "uuidv7", "ulid", "ksuid", "snowflake", "sonyflake", "xid", "objectid",
		"--threads", "1,2", "-o", "-")...)
	if made.status != cli.StatusDone {
		t.Fatalf("status %d, %q", made.status, made.err)
	}
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	copied := strings.Replace(policy.ReplaceAllString(made.out, ""), "</body>", measuring, 1)
	frame := `<iframe src="/measured.html" style="border:0;width:%dpx;height:2000px"></iframe>`
	s := serve(t, map[string]string{
		"/frames.html": fmt.Sprintf(`<html style="color-scheme:light dark"><body>`+frame+frame, 1280, 400),
		"/report.html": made.out, "/measured.html": copied,
	})

	dir := t.TempDir()
	if keep := os.Getenv("IDSCOPE_TEST_PICTURES"); keep != "" { // to look at
		dir = keep
	}
	for _, dark := range []bool{false, true} {
		ground, ink := "rgb(255, 255, 255)", "rgb(27, 33, 38)"
		if dark {
			ground, ink = "rgb(15, 20, 25)", "rgb(227, 232, 237)"
		}
		dom, _ := look(t, browser, s.URL+"/frames.html", 1400, dark, "--dump-dom")
		s.took()
		for _, width := range []int{1280, 400} {
			name := fmt.Sprintf("%d pixels, dark %t", width, dark)
			l := measuredIn(t, dom, width)
			if l.Width > width || len(l.Outside) > 0 || l.Ground != ground || l.Ink != ink || l.Smallest < 9 ||
				l.Pictures != strings.Count(made.out, "<figure") {
				t.Errorf("%s: %+v; want nothing wider than the window, the colours of the setting, words of 9 pixels or more, "+
					"and each of %d pictures once",
					name, l, strings.Count(made.out, "<figure"))
			}
			if dark == (width == 1280) {
				continue // of the page itself, wide and light, narrow and dark are enough
			}
			shot := filepath.Join(dir, fmt.Sprintf("report-%d-%t.png", width, dark))
			_, console := look(t, browser, s.URL+"/report.html", width, dark, "--screenshot="+shot)
			if asked := s.took(); !slices.Equal(asked, []string{"/report.html"}) || len(console) > 0 {
				t.Errorf("%s: it asked for %q and said %q; want the page alone, and nothing said", name, asked, console)
			}
			if info, err := os.Stat(shot); err != nil || info.Size() < 20_000 {
				t.Errorf("%s: the picture of it is %v, %v; want one with something on it", name, info, err)
			}
		}
	}
}
