package term

import (
	"bytes"
	"image"
	"image/color"
	"regexp"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

const page = "http://192.168.178.123:1961/join/ABCDEFGH"

// screenshot paints a text as a terminal would show it in these colours, with two squares per character.
func screenshot(text string, ink, ground color.Gray) image.Image {
	const size = 8
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	picture := image.NewGray(image.Rect(0, 0, size*len([]rune(lines[0])), 2*size*len(lines)))
	for row, line := range lines {
		for column, r := range []rune(line) {
			for half, full := range []string{"▀█", "▄█"} {
				c := ground
				if strings.ContainsRune(full, r) {
					c = ink
				}
				for i := range size * size {
					picture.SetGray(column*size+i%size, (2*row+half)*size+i/size, c)
				}
			}
		}
	}
	return picture
}

// TestQR reads the code from a screenshot as a phone would: with colours, and without colours on a dark terminal.
func TestQR(t *testing.T) {
	black, white := color.Gray{}, color.Gray{255}
	for _, colours := range []bool{true, false} {
		var out bytes.Buffer
		con := &IO{Out: &out, Screen: Screen{Terminal: true, Width: 80}, Colour: colours}
		con.QR(page)
		text, ink, ground := out.String(), white, black
		if colours {
			painted := regexp.MustCompile("^(\x1b\\[[0-9;]*m)").FindString(text)
			if painted != "\x1b[38;2;0;0;0;48;2;255;255;255m" {
				t.Errorf("painted %q", painted)
			}
			text, ink, ground = regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, ""), black, white
		}
		bitmap, err := gozxing.NewBinaryBitmapFromImage(screenshot(text, ink, ground))
		if err != nil {
			t.Fatal(err)
		}
		read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
		if err != nil || read.GetText() != page {
			t.Errorf("colours %t: %v, %v", colours, read, err)
		}
	}
}

// TestQRFits checks that no code is printed without a terminal or without enough room.
func TestQRFits(t *testing.T) {
	for screen, want := range map[Screen]bool{{true, 80}: true, {true, 37}: true, {true, 36}: false,
		{false, 80}: false} {
		var out bytes.Buffer
		(&IO{Out: &out, Screen: screen}).QR(page)
		if got := out.Len() > 0; got != want {
			t.Errorf("%+v: got a code: %t", screen, got)
		}
	}
}
