package site

import (
	"fmt"

	"rsc.io/qr"
)

// QR returns the QR code of a link as a PNG. The code of a short link can be read even if a quarter of it is damaged; a
// long link gets as few squares as possible.
func QR(link string) ([]byte, error) {
	const short = 300
	level := qr.M
	if len(link) > short {
		level = qr.L
	}
	code, err := qr.Encode(link, level)
	if err != nil {
		return nil, fmt.Errorf("the QR code of %.100s: %w", link, err)
	}
	code.Scale = max(4, 400/code.Size) // large, because the page shrinks it
	return code.PNG(), nil
}
