package agents

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
)

// LinkMark begins the part of a link that contains a machine. It is a fragment, which browsers do not send to servers.
const LinkMark = "#m="

// A link consists of a version, a checksum and compressed content: the rules as texts, the record and the counts of all
// beads. It contains no history, and no name of the machine or of a person.
const (
	linkVersion = 1
	maxLink     = 48_000  // characters after LinkMark; the form of a page takes 64 kB
	maxContent  = 1 << 20 // uncompressed bytes
	linkName    = "shared"
)

// linkWords are texts common to most machines, a dictionary for compression. They are part of version 1 and never
// change.
const linkWords = "hexapawn\nsecond\n1,1,1,1\n0\n0\n-1\nrestock\nlast\n" +
	"tictactoe\nfirst\n4,3,2,1\n3\n1\n-1\ndistinct\nresign\nall"

// Errors of links.
var (
	errNoLink = mistake.Wrap(language.NewMessage("the link has no machine: the end of one that has begins with {mark}",
		"mark", LinkMark))
	errDamagedLink = mistake.Wrap(language.NewMessage("the link is damaged or incomplete: copy the whole link, or " +
		"scan the code again"))
	errNewerLink = mistake.Wrap(language.NewMessage("the link was made by a newer version of menace"))
	errLongLink  = mistake.Wrap(language.NewMessage("the machine is too large for a link, because its game has too " +
		"many positions: send it as a file"))
	errWrongLink = mistake.Wrap(language.NewMessage("the machine in the link has a game or a rule that is impossible"))
)

// Link returns the end of a link that contains a machine with its record, from [LinkMark] on. For a game of one's own
// it also contains the game.
func Link(m *menace.Machine, tally arena.Tally) (string, error) {
	rules := m.Rules()
	var texts []string
	for _, rule := range rules.Options() {
		texts = append(texts, rule.Text())
	}
	text := strings.Join(texts, "\n")
	content := binary.AppendUvarint(nil, uint64(len(text)))
	content = append(content, text...)
	for _, n := range append([]int64{tally.Win, tally.Draw, tally.Loss, tally.Resigned}, m.Counts()...) {
		content = binary.AppendUvarint(content, uint64(n))
	}
	var packed bytes.Buffer
	packed.WriteByte(linkVersion)
	binary.Write(&packed, binary.BigEndian, crc32.ChecksumIEEE(content))
	w, err := flate.NewWriterDict(&packed, flate.BestCompression, []byte(linkWords))
	if err != nil {
		return "", err
	}
	w.Write(content)
	w.Close()
	link := base64.RawURLEncoding.EncodeToString(packed.Bytes())
	if len(link) > maxLink || len(content) > maxContent {
		return "", errLongLink
	}
	return LinkMark + link, nil
}

// IsLink reports whether a text is meant to be a link to a machine.
func IsLink(text string) bool {
	mark := strings.Index(text, LinkMark)
	return mark >= 0 && !strings.ContainsAny(text[:mark], "\n{,;\t")
}

// ReadLink returns the machine in a link under a name, or under a default name if name is "".
func ReadLink(link, name string) (i Imported, err error) {
	rules, tally, counts, err := unpackLink(link)
	if err != nil {
		return i, err
	}
	a, err := data.NewAgent(cmp.Or(name, linkName), rules, arena.OrNewSeed(arena.NoSeed))
	if err != nil {
		return i, mistake.Wrap(err)
	}
	if err := a.Machine.SetCounts(counts); err != nil {
		return i, errDamagedLink
	}
	if tally.Games() == 0 {
		a.Career = arena.NewCareer(a.Machine, rules.Plays)
		return Imported{Agent: a}, nil
	}
	a.Begin(data.Elsewhere, false, version.String())
	a.Career.Tally = tally
	a.Career.Curve = append(a.Career.Curve, pointOf(a.Machine, tally))
	return Imported{Agent: a}, nil
}

// pointOf returns the checkpoint of a machine with this record.
func pointOf(m *menace.Machine, tally arena.Tally) arena.Point {
	p := arena.Measure(m, m.Rules().Plays, tally)
	p.Counts = m.Counts()
	return p
}

// unpackLink decodes a link. It does not trust anything in it.
func unpackLink(link string) (rules menace.Rules, tally arena.Tally, counts []int64, err error) {
	_, encoded, found := strings.Cut(link, LinkMark)
	if !found {
		return rules, tally, nil, errNoLink
	}
	encoded = strings.Join(strings.Fields(encoded), "") // an e-mail may have broken it into lines
	packed, err := base64.RawURLEncoding.Strict().DecodeString(encoded[:min(len(encoded), maxLink+1)])
	switch {
	case len(encoded) > maxLink:
		return rules, tally, nil, errLongLink
	case err != nil || len(packed) < 5:
		return rules, tally, nil, errDamagedLink
	case packed[0] != linkVersion:
		return rules, tally, nil, errNewerLink
	}
	expanded := flate.NewReaderDict(bytes.NewReader(packed[5:]), []byte(linkWords))
	content, err := io.ReadAll(io.LimitReader(expanded, maxContent+1))
	if err != nil || len(content) > maxContent || crc32.ChecksumIEEE(content) != binary.BigEndian.Uint32(packed[1:]) {
		return rules, tally, nil, errDamagedLink
	}
	length, size := binary.Uvarint(content)
	if size <= 0 || length > uint64(len(content)-size) {
		return rules, tally, nil, errDamagedLink
	}
	text, rest := string(content[size:size+int(length)]), content[size+int(length):]
	if rules, err = rulesOf(text); err != nil {
		return rules, tally, nil, err
	}
	var numbers []int64
	for len(rest) > 0 {
		n, size := binary.Uvarint(rest)
		if size <= 0 {
			return rules, tally, nil, errDamagedLink
		}
		numbers, rest = append(numbers, int64(n)), rest[size:]
	}
	if len(numbers) < 4 {
		return rules, tally, nil, errDamagedLink
	}
	tally = arena.Tally{Win: numbers[0], Draw: numbers[1], Loss: numbers[2], Resigned: numbers[3]}
	if tally.Validate(menace.MaxGames) != nil {
		return rules, tally, nil, errDamagedLink
	}
	return rules, tally, numbers[4:], nil
}

// rulesOf parses rules from the texts of their options. A link may be older than some rules; these keep their old
// behaviour.
func rulesOf(text string) (rules menace.Rules, err error) {
	texts := strings.Split(text, "\n")
	options := rules.Options()
	if len(texts) > len(options) {
		return rules, errNewerLink
	}
	for i, rule := range options {
		value := rule.Text()
		if i < len(texts) {
			value = texts[i]
		} else if len(rule.Choices) > 0 {
			value = rule.Choices[0]
		}
		if rule.Set(value) != nil {
			return rules, errWrongLink
		}
	}
	return rules, nil
}
