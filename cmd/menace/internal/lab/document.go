package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"menace/data"
)

// Limits of a document. The longest curve, of a machine that has played all games allowed, takes 8 MB.
const (
	maxDocument = 32 << 20 // bytes
	maxHistory  = 100_000  // sessions, games with people, beads, and checkpoints
)

// ReadDocument reads an exported agent and checks that it can be stored, under another name unless name is empty.
func ReadDocument(in io.Reader, name string) (*data.Document, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxDocument+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxDocument {
		return nil, fmt.Errorf("longer than %d MB, the limit for a document", maxDocument>>20)
	}
	if err = checkHead(text); err != nil {
		return nil, err
	}
	doc, decoder := &data.Document{}, json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(doc)
	if err == nil && len(bytes.TrimSpace(text[decoder.InputOffset():])) > 0 {
		err = errors.New("something follows the end of the document")
	}
	if err == nil {
		c := fieldCheck{text, json.NewDecoder(bytes.NewReader(text)), doc.Version, map[reflect.Type][]jsonField{}}
		err = c.value("", reflect.TypeFor[data.Document]())
	}
	if err != nil {
		return nil, fmt.Errorf("not JSON as menace exports it: %w", err)
	}
	return doc, doc.Check(name)
}

// checkHead reports what must be known before decoding: that a text is no document, that a newer version exported it,
// or that a list is too long.
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

// fieldCheck finds what encoding/json tolerates but a document must not have: fields that are missing, null, repeated
// or written in another case, arrays of another length, and invalid UTF-8.
type fieldCheck struct {
	text    []byte
	decoder *json.Decoder
	version int
	fields  map[reflect.Type][]jsonField
}

// jsonField is a field of a struct with its name in JSON.
type jsonField struct {
	name     string
	of       reflect.Type
	optional bool
}

// token reads the next token of the value at a path.
func (c *fieldCheck) token(path string) (json.Token, error) {
	from := c.decoder.InputOffset()
	token, err := c.decoder.Token()
	if err == nil && !utf8.Valid(c.text[from:c.decoder.InputOffset()]) {
		err = fmt.Errorf("%s is not UTF-8", path)
	}
	return token, err
}

// value checks the value at a path.
func (c *fieldCheck) value(path string, of reflect.Type) error {
	token, err := c.token(path)
	if err != nil {
		return err
	}
	switch token {
	case nil:
		return fmt.Errorf("%s is null", path)
	case json.Delim('{'):
		err = c.object(path, of)
	case json.Delim('['):
		n := 0
		for ; err == nil && c.decoder.More(); n++ {
			err = c.value(fmt.Sprintf("%s[%d]", path, n), of.Elem())
		}
		if err == nil && of.Kind() == reflect.Array && n != of.Len() {
			err = fmt.Errorf("%s has %d numbers instead of %d", path, n, of.Len())
		}
	default:
		return nil
	}
	if err == nil {
		_, err = c.token(path) // the closing bracket
	}
	return err
}

func (c *fieldCheck) object(path string, of reflect.Type) error {
	under := func(name string) string { return strings.TrimPrefix(path+"."+name, ".") }
	fields := c.fieldsOf(of)
	found := make([]bool, len(fields))
	for c.decoder.More() {
		key, err := c.token(path)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(fields, func(f jsonField) bool { return f.name == key })
		switch {
		case at < 0:
			return fmt.Errorf("unknown field %q in %q", key, path)
		case found[at]:
			return fmt.Errorf("%s appears twice", under(fields[at].name))
		}
		found[at] = true
		if err := c.value(under(fields[at].name), fields[at].of); err != nil {
			return err
		}
	}
	for i, f := range fields {
		full := under(f.name)
		if !found[i] && !f.optional && c.version >= data.Since[index.ReplaceAllString(full, "")] {
			return fmt.Errorf("%s is missing", full)
		}
	}
	return nil
}

var index = regexp.MustCompile(`\[\d+\]`) // of an element, in a path

// fieldsOf returns the fields of a struct. Fields with omitempty or omitzero are optional.
func (c *fieldCheck) fieldsOf(of reflect.Type) []jsonField {
	if known, ok := c.fields[of]; ok {
		return known
	}
	for _, f := range reflect.VisibleFields(of) {
		if name, options, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" && f.IsExported() {
			c.fields[of] = append(c.fields[of], jsonField{name, f.Type, options != ""})
		}
	}
	return c.fields[of]
}
