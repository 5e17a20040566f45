package report

import (
	"encoding/json"
	"fmt"

	"menace/menace/tidy"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the object. Unknown numbers are null.
func (o object) MarshalJSON() ([]byte, error) {
	text := []byte("{")
	for i, m := range o {
		value, err := json.Marshal(tidy.Known(m.value))
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "%q:%s", m.name, value)
	}
	return append(text, '}'), nil
}
