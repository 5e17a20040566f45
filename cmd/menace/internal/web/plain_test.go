package web

import (
	"regexp"
	"strings"
	"testing"

	"menace/menace"
)

// expert lists words that pages show only one step later, in a details element.
var expert = []string{"agent", "restock", "worst case", "most losses", "noisy:", "search:", "orbit", "minimax",
	"canonical", "ply",
	"replicate", "both learn", "preset", "on-empty"}

var (
	detail = regexp.MustCompile(`(?s)<details[^>]*>(?:[^<]|<(?:[^/d]|/[^d]|d[^e]|/d[^e]|de[^t]|/de[^t]))*</details>`)
	unseen = regexp.MustCompile(`(?s)<(?:head|datalist|noscript)\b.*?</(?:head|datalist|noscript)>`)
)

// TestPlainPages: pages of a fresh, a trained and a bankrupt machine have no expert words at first sight.
func TestPlainPages(t *testing.T) {
	s := newSite(t)
	s.train("fresh", menace.Michie(), 0)
	filled, _ := menace.Preset("restock")
	s.train("trained", filled, 3000)
	poor := menace.Michie()
	poor.Beads, poor.Loss = [4]int64{1, 1, 1, 1}, -1000
	s.train("poor", poor, 1000)
	pages := []string{"/", "/new"}
	for _, name := range []string{"fresh", "trained", "poor"} {
		if name != "poor" {
			s.playOut(name)
		}
		for _, page := range []string{"", "/games", "/delete", "/projector"} {
			pages = append(pages, "/agents/"+name+page)
		}
	}
	for _, page := range pages {
		text := unseen.ReplaceAllString(s.get(page), "")
		for shorter := ""; shorter != text; {
			shorter, text = text, detail.ReplaceAllString(text, "")
		}
		if strings.Contains(text, "details") {
			t.Fatalf("%s: a details element is left: %s", page, text)
		}
		text = strings.ToLower(tag.ReplaceAllString(text, " "))
		for _, word := range expert {
			if regexp.MustCompile(`\b` + word).MatchString(text) {
				t.Errorf("%s shows %q", page, word)
			}
		}
	}
}
