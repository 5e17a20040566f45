package language

import (
	"html/template"
	"testing"
)

// sample returns a language with a few messages.
func sample(tag string) *Language {
	found, _ := Find(tag)
	l := *found
	messages := map[string]message{
		"{player} has {n} beads.": {"one": "{player} hat {n} Perle.", "other": "{player} hat {n} Perlen."},
		"Go on as <b>{name}</b>":  {"other": "Weiter als <b>{name}</b>"},
	}
	l.messages = func() map[string]message { return messages }
	return &l
}

// TestText checks that messages are chosen by {n}, that places are filled in, and that an unknown message stays English.
func TestText(t *testing.T) {
	l := sample("de")
	for _, c := range []struct {
		want    string
		english string
		places  []any
	}{
		{"Rot hat 1 Perle.", "{player} has {n} beads.", []any{"n", 1, "player", "Rot"}},
		{"Rot hat 1.304 Perlen.", "{player} has {n} beads.", []any{"player", "Rot", "n", int64(1304)}},
		{"No {n}", "No {n}", nil},
		{"{n} hat 2 Perlen.", "{player} has {n} beads.", []any{"player", "{n}", "n", 2}},
	} {
		if got := l.Text(c.english, c.places...); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestHTML checks that values are escaped in HTML, unless they are HTML.
func TestHTML(t *testing.T) {
	l := sample("de")
	if got := l.HTML("Go on as <b>{name}</b>", "name", "<i>"); got != "Weiter als <b>&lt;i&gt;</b>" {
		t.Errorf("a name became %s", got)
	}
	if got := l.HTML("Go on as <b>{name}</b>", "name", template.HTML("<i>Eva</i>")); got != "Weiter als <b><i>Eva</i></b>" {
		t.Errorf("HTML became %s", got)
	}
}

// TestNumbers compares with numbers as Unicode's CLDR writes them.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		tag, small, thousand, large, fixed, share string
	}{
		{"en", "304", "1,304", "−1,234,567", "0.50", "12.3 %"},
		{"de", "304", "1.304", "−1.234.567", "0,50", "12,3\u00a0%"},
		{"fr", "304", "1\u202f304", "−1\u202f234\u202f567", "0,50", "12,3\u202f%"},
		{"es", "304", "1304", "−1\u202f234\u202f567", "0,50", "12,3\u00a0%"},
	} {
		l, ok := Find(c.tag)
		if !ok {
			t.Fatalf("there is no %s", c.tag)
		}
		got := []string{l.Count(304), l.Count(1304), l.Count(-1234567), l.Fixed(0.5, 2), l.Share(0.1234, 1)}
		for i, want := range []string{c.small, c.thousand, c.large, c.fixed, c.share} {
			if got[i] != want {
				t.Errorf("%s: got %q, want %q", c.tag, got[i], want)
			}
		}
		if got := l.Fixed(-0.0001, 2); got != "0"+l.Decimal+"00" {
			t.Errorf("%s: got %q for a number that rounds to zero", c.tag, got)
		}
	}
}

// TestPlural compares with the plural rules of CLDR. In French, 0 is singular, but a large number that ends with zeros
// is not.
func TestPlural(t *testing.T) {
	for _, c := range []struct {
		tag  string
		n    int64
		want string
	}{
		{"en", 0, "other"}, {"en", 1, "one"}, {"en", -1, "one"}, {"en", 2, "other"}, {"de", 1, "one"}, {"de", 0, "other"},
		{"fr", 0, "one"}, {"fr", 1, "one"}, {"fr", 2, "other"}, {"fr", 1_000_000, "other"}, {"fr", 20_000_000, "other"},
		{"es", 0, "other"}, {"es", 1, "one"}, {"es", 11, "other"}, {"fr", 10_000_001, "other"},
	} {
		l, _ := Find(c.tag)
		if got := l.Plural(c.n); got != c.want {
			t.Errorf("%s, %d: got %s, want %s", c.tag, c.n, got, c.want)
		}
	}
}

// TestAccepted checks which language a browser gets.
func TestAccepted(t *testing.T) {
	for header, want := range map[string]string{
		"": "en", "de-AT,de;q=0.9,en;q=0.8": "de", "fr-CA": "fr", "es-419,en": "es", "ja": "en", "ja, de;q=0.1": "de",
		"en-GB,en;q=0.9,de;q=0.8": "en", ";;;": "en",
	} {
		if got := Accepted(header).Tag; got != want {
			t.Errorf("%q: got %s, want %s", header, got, want)
		}
	}
}

// TestCodes checks that two letters name one colour only.
func TestCodes(t *testing.T) {
	for _, tag := range Tags {
		l, _ := Find(tag)
		seen := map[string]bool{}
		for colour := range English.Codes {
			code := l.Codes[colour]
			if len([]rune(code)) != 2 || seen[code] {
				t.Errorf("%s: the code of %s is %q", tag, colour, code)
			}
			seen[code] = true
		}
	}
}
