package classroom

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/runenames"
)

// TestVisibleNames shows names as they were typed, and refuses what nobody can see or read.
func TestVisibleNames(t *testing.T) {
	for typed, want := range map[string]string{
		"1º B": "1º B", "Mª José": "Mª José", "  Ann \t B\u00a0C ": "Ann B C", "e\u0301va": "éva", "Ａnn": "Ａnn", "x²": "x²", "ﬁn": "ﬁn",
		"❤️": "❤️", "❤": "❤", "👨\u200d👩\u200d👧\u200d👦": "👨\u200d👩\u200d👧\u200d👦", "🇩🇪": "🇩🇪", "👍🏽": "👍🏽", "1️⃣": "1️⃣", "🏳️\u200d🌈": "🏳️\u200d🌈",
		"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
		"\U0001fae9": "\U0001fae9", strings.Repeat("👨\u200d👩\u200d👧", 20): strings.Repeat("👨\u200d👩\u200d👧", 20), // 🫩 is of 2024
		"علی\u200cرضا": "علی\u200cرضا", "शिवानी": "शिवानी", "སྒྲུབ": "སྒྲུབ", "Nguyễn": "Nguyễn", "שָׁלוֹם": "שָׁלוֹם", "ကြွေး": "ကြွေး", "⠁⠃": "⠁⠃",
		"@": "@", "O'Neil": "O'Neil", "中文": "中文", "김민준": "김민준",
		"": "", " ": "", "\u2800": "", "a\u2800": "", "\u3164": "", "Ann\u3164": "", "\u115f": "", "\uffa0": "", "\u034f": "", "a\u200b": "", "\u200d": "",
		"a\u200db": "", "\u00ad": "", "\ufe0f": "", "a\ufe0f": "", "\u202eann": "", "\U000e0061": "", "\u180b": "", "\u17b4": "", "\U0001d159": "", "\U00013441": "",
		"\ufffc": "", "\ufffd": "", "\x00": "", "a\nb": "a b", "\ue000": "", "\U000f0000": "",
		"Z\u0317\u0318\u0319\u031a": "", "a\u0301\u0301": "", "A" + strings.Repeat("\u0336", 8): "", "\u0301a": "", "a \u0301": "", "\u20dd": "",
		strings.Repeat("x", 20): strings.Repeat("x", 20), strings.Repeat("x", 21): "", strings.Repeat("🦦", 21): "",
	} {
		if got, err := nickname(typed); got != want || (err == nil) != (want != "") {
			t.Errorf("%+q: got %+q, %v, want %+q", typed, got, err, want)
		}
	}
}

// TestNothingInvisible tries every character that Unicode describes as one that shows nothing.
func TestNothingInvisible(t *testing.T) {
	tried := 0
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if unicode.In(r, unicode.Co, unicode.Cn) && r%1009 != 0 || unicode.Is(unicode.Han, r) {
			continue // alike
		}
		name := " " + runenames.Name(r) + " "
		filler := strings.Contains(name, " FILLER ") && unicode.In(r, unicode.L, unicode.M) // others are strokes
		blank := strings.Contains(name, " BLANK ") && r != '␢' || strings.Contains(name, " NULL NOTE")
		ignorable := unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) ||
			unicode.In(r, unicode.C, unicode.Z) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		if r == ' ' || !filler && !blank && !ignorable || 0x1f000 <= r && r <= 0x1faff {
			continue
		}
		tried++
		for _, typed := range []string{string(r), string(r) + string(r)} {
			if name, err := nickname(typed); err == nil {
				t.Errorf("%U %s: the nickname %+q is allowed", r, runenames.Name(r), name)
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d characters tried", tried)
	}
}

// TestSameName compares names that people could mistake for each other, and names that they could not.
func TestSameName(t *testing.T) {
	for _, pair := range [][2]string{
		{"Ann", "ANN"}, {"Ann", "Аnn"}, {"ann", "АNN"}, {"Ann", "Ａnn"}, {"Mª", "Ma"}, {"Ben", "Βen"}, {"BEN", "Βen"}, {"Ben", "Bеn"}, {"Tom0", "TomO"}, {"Tom1", "Toml"},
		{"Ilse", "llse"}, {"❤", "❤️"}, {"ﬁn", "fin"}, {"Eva", "Ｅva"}, {"Zoë", "Zoe\u0308"}, {"Ρaul", "Paul"}, {"Οtto", "Otto"}, {"ѕcope", "scope"}, {"Straße", "STRASSE"},
		{"𝔸nn", "Ann"}, {"علی\u200cرضا", "علیرضا"},
	} {
		if !sameName(pair[0], pair[1]) {
			t.Errorf("%q and %q are different", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"Ann", "Anna"}, {"Jose", "José"}, {"Ali", "All"}, {"ALI", "All"}, {"Anna", "Анна"}, {"Борис", "Boris"}, {"❤", "💙"}, {"Otter 1", "Otter 2"}} {
		if sameName(pair[0], pair[1]) {
			t.Errorf("%q and %q are the same", pair[0], pair[1])
		}
	}
}

// TestSortKey compares the order of names with that of the Unicode collation algorithm, whose tables are too large for
// the program.
func TestSortKey(t *testing.T) {
	names := strings.Split("zoe,Ömer,omar,Otter 10,Otter 2,otter 1,Otter,Émile,emil,Emily,Zoë B,Şirin,sia,Tom,Ñandú,"+
		"nandi,Nandz,Ann,äpfel,Apfelbaum,Борис,анна,Ёж,ель,жук,3 x,20 x,Αθηνά,βήτα", ",")
	order := collate.New(language.Und, collate.IgnoreCase, collate.Numeric)
	want := slices.SortedFunc(slices.Values(names), order.CompareString)
	got := slices.SortedFunc(slices.Values(names), func(a, b string) int {
		return strings.Compare(sortKey(a), sortKey(b))
	})
	if !slices.Equal(got, want) {
		t.Errorf("sorted as\n%q, want\n%q", got, want)
	}
}
