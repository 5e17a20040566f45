package pagetest

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
)

// TestGuidePictures takes the pictures of the guide for teachers in each language, if MENACE_PICTURES names their folder.
func TestGuidePictures(t *testing.T) {
	folder := os.Getenv("MENACE_PICTURES")
	if folder == "" {
		t.Skip("runs only if MENACE_PICTURES names a folder for the pictures")
	}
	for _, l := range language.All() {
		t.Run(l.Tag, func(t *testing.T) { takePictures(t, folder, l.Tag) })
	}
}

// takePictures takes the pictures in one language. The names of those in others than English end in its tag.
func takePictures(t *testing.T, folder, tag string) {
	ending := ""
	if tag != "en" {
		ending = "-" + tag
	}
	browsertest.Launch(t)
	empty := siteOf(t, filepath.Join(t.TempDir(), "menace.db"))
	server := httptest.NewServer(empty)
	t.Cleanup(server.Close)
	start := windowOn(empty, server.URL)
	start.Do(browsertest.Sized(900, 600, 1, false)) // no two pictures are equally wide: a PDF has them in the order of their widths
	start.Visit("/language/" + tag)
	start.Visit("/")
	start.picture(folder, "start"+ending)
	start.Do(browsertest.Sized(880, 860, 1, false))
	start.Visit("/kit")
	start.picture(folder, "kit"+ending)
	teacher := openLesson(t)
	if err := teacher.room.class.SetLanguage(t.Context(), tag); err != nil {
		t.Fatal(err)
	}
	for n, name := range []string{"Mia", "Ben", "Ada", "Tom"} {
		browser := browserOf(t)
		home := teacher.room.comeIn(browser, teacher.Address, name)
		for range 6 {
			playGame(t, browser, home, n%2)
		}
	}
	pupil := teacher.elsewhere()
	pupil.Do(browsertest.Sized(390, 700, 1, true))
	pupil.comeIn("Lea")
	machinestest.Move(pupil.Window, func(square string) { machinestest.Click(pupil.Window, square) })
	pupil.picture(folder, "pupil"+ending)
	teacher.become(teacher.room.teacher())
	teacher.Do(browsertest.Sized(1000, 640, 1, false))
	teacher.Visit(teacher.room.at(""))
	teacher.picture(folder, "class"+ending)
	teacher.Do(browsertest.Sized(1010, 640, 1, false))
	teacher.Visit(teacher.room.at("/projector"))
	teacher.picture(folder, "projector"+ending)
}

// picture stores a picture of the window, with few colours, so that it is small.
func (w *window) picture(folder, name string) {
	w.Helper()
	var shown []byte
	w.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		taken, err := cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		shown = taken.Data
		return err
	}))
	whole, err := png.Decode(bytes.NewReader(shown))
	if err != nil {
		w.Fatal(err)
	}
	few := image.NewPaletted(whole.Bounds(), commonest(whole))
	draw.Draw(few, few.Bounds(), whole, image.Point{}, draw.Src)
	var file bytes.Buffer
	best := png.Encoder{CompressionLevel: png.BestCompression}
	if err := best.Encode(&file, few); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), file.Bytes(), 0o644); err != nil {
		w.Fatal(err)
	}
}

// commonest returns the commonest colours of a picture, as many as a byte can number.
func commonest(whole image.Image) color.Palette {
	pixels := map[color.Color]int{}
	for y := range whole.Bounds().Dy() {
		for x := range whole.Bounds().Dx() {
			pixels[whole.At(x, y)]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(pixels), func(a, b color.Color) int { return pixels[b] - pixels[a] })
	return colours[:min(len(colours), 256)]
}
