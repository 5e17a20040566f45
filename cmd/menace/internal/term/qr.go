package term

import (
	"strings"

	"charm.land/lipgloss/v2"
	"rsc.io/qr"
)

// quiet is the width of the light margin around a QR code, in modules (ISO/IEC 18004).
const quiet = 4

// QR prints a text as a QR code if there is a terminal that is wide enough. With colours the code is dark on light,
// which every reader accepts. Without colours it is dark on light on a dark terminal and inverted on a light one, which
// most readers accept.
func (con *IO) QR(text string) {
	code, err := qr.Encode(text, qr.L)
	if err != nil || !con.Screen.Terminal || code.Size+2*quiet > con.Screen.Width {
		return
	}
	paint := lipgloss.NewStyle().Foreground(lipgloss.Color("#000000")).Background(lipgloss.Color("#ffffff"))
	for _, line := range modules(code, con.Colour) {
		if con.Colour {
			line = paint.Render(line)
		}
		con.Print("%s\n", line)
	}
}

// modules draws a QR code with two modules per character. It prints either the dark or the light modules.
func modules(code *qr.Code, dark bool) (lines []string) {
	ink := func(x, y int) int {
		if code.Black(x, y) == dark { // modules outside the code are light
			return 1
		}
		return 0
	}
	for y := -quiet; y < code.Size+quiet; y += 2 {
		var line strings.Builder
		for x := -quiet; x < code.Size+quiet; x++ {
			line.WriteRune([]rune(" ▀▄█")[ink(x, y)+2*ink(x, y+1)])
		}
		lines = append(lines, line.String())
	}
	return lines
}
