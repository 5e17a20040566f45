package paper

import (
	"errors"
	"io"

	"gonum.org/v1/plot/vg"
)

// Extensions are the extensions of the files that [Encode] writes. The PDF library needs a disk, which browsers lack.
var Extensions = []string{".png", ".svg"}

// Bind returns an error.
func Bind(io.Writer, []Drawing) ([]string, error) {
	return nil, errors.New("there is no PDF in a browser")
}

func newPDF(Size, *alphabet, string) vg.CanvasWriterTo { return nil }
