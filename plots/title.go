package plots

import (
	"fmt"
	"slices"
	"strings"
)

// names lists machines, as in "a, b and c".
func names(lines []Line) string {
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = l.Name
	}
	return and(list)
}

// few is how many words a heading lists at most.
const few = 6

// shortened returns the first of many words, and how many more there are, in this format.
func shortened(words []string, more string) []string {
	if len(words) <= few {
		return words
	}
	return append(slices.Clone(words[:few-1]), fmt.Sprintf(more, len(words)-few+1))
}

// and joins words, as in "a, b and c", or "a, b, c, d, e and 5 more".
func and(words []string) string {
	words = shortened(words, "%d more")
	if n := len(words); n > 1 {
		words = []string{strings.Join(words[:n-1], ", "), words[n-1]}
	}
	return strings.Join(words, " and ")
}

// trained says whom machines played against, once if it is the same for all.
func trained(lines []Line) string {
	var stories []string
	same := true
	for _, l := range lines {
		stories = append(stories, l.story())
		same = same && stories[0] == l.story()
	}
	switch {
	case len(stories) < 2:
		return strings.Join(stories, "")
	case same:
		return "each " + stories[0]
	}
	for i, l := range lines {
		stories[i] = l.Name + ": " + stories[i]
	}
	return strings.Join(shortened(stories, "and %d more"), "; ")
}

// story says whom a machine played against, as in "5,000 games against random, then 100 games against
// perfect".
func (l Line) story() string {
	var parts []string
	for _, s := range merged(l.Met) {
		text := fmt.Sprintf("%s games against %s", thousands(float64(s.Games)), s.Opponent)
		parts = append(parts, text)
	}
	return strings.Join(shortened(parts, "%d more"), ", then ")
}

// merged joins neighbouring stretches against the same opponent.
func merged(stretches []Stretch) (joined []Stretch) {
	for _, s := range stretches {
		if n := len(joined); n > 0 && joined[n-1].Opponent == s.Opponent {
			joined[n-1].Games += s.Games
			continue
		}
		joined = append(joined, s)
	}
	return joined
}
