package view

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// Invite is how pupils join a class.
type Invite struct {
	Address string // to type
	Code    string
	Link    string // leads to the address with the code
}

// InviteTo returns how pupils join the class at an address such as http://10.0.0.2:1961 by a token.
func InviteTo(address, token string) *Invite {
	return &Invite{strings.TrimPrefix(address, "http://"), token[:4] + "-" + token[4:], address + "/join/" + token}
}

// QRCode is a QR code as an SVG path of dark unit squares.
type QRCode struct {
	Path string
	Size int // with the margin
}

// QR encodes the link.
func (i *Invite) QR() (QRCode, error) {
	const quiet = 4 // width of the light margin, in modules (ISO/IEC 18004)
	code, err := qr.Encode(i.Link, qr.M)
	if err != nil {
		return QRCode{}, err
	}
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", quiet+x, quiet+y)
			}
		}
	}
	return QRCode{path.String(), code.Size + 2*quiet}, nil
}
