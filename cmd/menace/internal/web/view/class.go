package view

import (
	"fmt"
	"strings"

	"rsc.io/qr"

	"menace/arena"
)

// Invite is how pupils join a class.
type Invite struct {
	Address string // to type
	Code    string
	Link    string // leads to the address with the code
	Locked  bool   // nobody new can join
}

// InviteTo returns how pupils join the class at an address such as http://10.0.0.2:1961 by a token.
func InviteTo(address, token string, locked bool) *Invite {
	return &Invite{
		Address: strings.TrimPrefix(address, "http://"), Code: token[:4] + "-" + token[4:],
		Link: address + "/join/" + token, Locked: locked,
	}
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

// Part is a part of a bar that is 100 wide.
type Part struct{ Class, From, Width string }

// Bar divides a bar among the games that a class has won, drawn and lost. The tally counts from the machine's side.
func Bar(t arena.Tally) (all []Part) {
	from, games := 0.0, float64(max(t.Games(), 1))
	for i, n := range []int64{t.Loss, t.Draw, t.Win} {
		width := 100 * float64(n) / games
		class := []string{"ours", "drawn", "theirs"}[i]
		all = append(all, Part{class, fmt.Sprintf("%.2f", from), fmt.Sprintf("%.2f", width)})
		from += width
	}
	return all
}
