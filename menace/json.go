package menace

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// MarshalJSON writes the rules under the names of their database columns, in that order.
func (r Rules) MarshalJSON() ([]byte, error) {
	text := []byte("{")
	for _, rule := range r.Options() {
		for i, column := range rule.Columns {
			value, err := json.Marshal(rule.At[i])
			if err != nil {
				return nil, err
			}
			text = fmt.Appendf(text, "%q:%s,", column, value)
		}
	}
	text[len(text)-1] = '}'
	return text, nil
}

// UnmarshalJSON reads what MarshalJSON has written. It leaves rules without a member unchanged, and refuses unknown
// members.
func (r *Rules) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	for _, rule := range r.Options() {
		for i, column := range rule.Columns {
			value, given := members[column]
			if !given {
				continue
			}
			if err := json.Unmarshal(value, rule.At[i]); err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			delete(members, column)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		return fmt.Errorf("rules: unknown field %q", name)
	}
	return nil
}
