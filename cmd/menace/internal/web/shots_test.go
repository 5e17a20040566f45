package web

import (
	"fmt"
	"net/url"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"menace/menace"
)

func TestShots(t *testing.T) {
	w := openLesson(t)
	w.train("her", func() menace.Rules { x, _ := menace.Preset("her"); return x }(), 30)
	for i := range 12 {
		b := browserOf(t)
		visit(t, b, w.address+"/join/"+w.room.class.PupilToken, nil)
		visit(t, b, w.address+"/join", url.Values{"nickname": {[]string{"Ann", "Benjamin the Great 1", "Çelik", "王小明", "Dörte", "Emil", "Fatima", "Gustav", "Hana", "Ivo", "Jule", "Kim"}[i]}})
		for range 2 + i%4 {
			playGame(t, b, w.address, i%2)
		}
		if i == 3 {
			w.room.class.PausePupil(4, true)
		}
	}
	shot := func(name string) {
		for _, scheme := range []string{"light", "dark"} {
			for _, size := range [][2]int64{{1280, 720}, {360, 740}} {
				var png []byte
				w.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
					emulation.SetDeviceMetricsOverride(size[0], size[1], 1, size[0] < 500), chromedp.CaptureScreenshot(&png))
				os.WriteFile(fmt.Sprintf("/tmp/w13b-run/%s-%s-%d.png", name, scheme, size[0]), png, 0o644)
			}
		}
	}
	w.visit("/")
	shot("door")
	w.do(chromedp.Navigate(w.address + "/join/" + w.room.class.PupilToken))
	w.arrive("/join")
	w.do(chromedp.SendKeys(`[name="nickname"]`, "Zoë"))
	shot("join")
	w.press("Play")
	w.arrive("/play")
	w.press("Hint")
	w.until(`document.querySelector('[role="status"]').textContent.includes("perfect")`)
	shot("pupil")
	w.playOut(func(square string) { w.do(chromedp.Click(`[data-square="`+square+`"]`, chromedp.ByQuery)) })
	shot("pupil-over")
	w.press("New game")
	w.room.class.Pause(true)
	w.server.table().Ring()
	w.until(`!!document.querySelector(".notice")`)
	shot("pupil-paused")
	w.visit("/play/cabinet?position=x../.o./...#found")
	shot("cabinet")
	w.visit("/")
	shot("refused")
	w.room.class.Pause(false)
	w.become(w.room.teacher())
	w.visit("/class")
	shot("class")
	w.visit("/agents/a/wall")
	shot("wall")
	w.visit("/agents/her/wall")
	shot("wall-her")
	w.visit("/agents/a")
	shot("agent")
}
