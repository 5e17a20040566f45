package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"menace/data"
)

// maxHistory is the maximum number of sessions, of games with people, of beads and of checkpoints in a document. The
// longest curve, of a machine that has played all games allowed, takes 8 MB.
const maxHistory = 100_000

// ReadDocument reads an exported agent and checks that it can be stored, under another name unless name is empty.
func ReadDocument(exported, name string) (*data.Document, error) {
	text := []byte(exported)
	err := checkHead(text)
	if err != nil {
		return nil, err
	}
	doc, decoder := &data.Document{}, json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(doc)
	if err == nil && len(bytes.TrimSpace(text[decoder.InputOffset():])) > 0 {
		err = errors.New("something follows the end of the document")
	}
	if err == nil {
		err = checkComplete(text, doc)
	}
	if err != nil {
		return nil, fmt.Errorf("not JSON as menace exports it: %w", err)
	}
	return doc, doc.Check(name)
}

// checkHead returns the errors that must be found before decoding: the text is not a document, it comes from a newer
// version, or one of its lists is too long.
func checkHead(text []byte) error {
	var head struct {
		Format  string
		Version int
	}
	if json.Unmarshal(text, &head) == nil {
		if err := data.CheckFormat(head.Format, head.Version); err != nil {
			return err
		}
	}
	var counted struct { // the lists, without their elements
		Beads, Sessions, Curve []struct{}
		Games                  []struct{} `json:"games_with_people"`
	}
	json.Unmarshal(text, &counted)
	if max(len(counted.Beads), len(counted.Sessions), len(counted.Curve), len(counted.Games)) > maxHistory {
		return fmt.Errorf("more than %d sessions, games or checkpoints, the limit for a document", maxHistory)
	}
	return nil
}

// checkComplete returns an error if the text of a document lacks a field, which encoding/json would leave zero. It
// compares the text with the document encoded again, in which only fields with omitempty may be missing.
func checkComplete(text []byte, doc *data.Document) error {
	whole, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	var given, want any
	if err := errors.Join(json.Unmarshal(text, &given), json.Unmarshal(whole, &want)); err != nil {
		return err
	}
	return compareFields("", given, want)
}

// compareFields returns an error if the JSON value at a path lacks a field or an element of want.
func compareFields(path string, given, want any) error {
	switch want := want.(type) {
	case map[string]any:
		fields, _ := given.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			full := strings.TrimPrefix(path+"."+name, ".")
			value, found := fields[name]
			if !found {
				return fmt.Errorf("%s is missing", full)
			}
			if err := compareFields(full, value, want[name]); err != nil {
				return err
			}
		}
	case []any:
		elements, _ := given.([]any)
		if len(elements) != len(want) {
			return fmt.Errorf("%s has %d elements instead of %d", path, len(elements), len(want))
		}
		for i, value := range elements {
			if err := compareFields(fmt.Sprintf("%s[%d]", path, i), value, want[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
