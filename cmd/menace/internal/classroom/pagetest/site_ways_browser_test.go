package pagetest

import (
	"database/sql"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/menace"
)

// shown is an expression: the start page can be used, although the program is not there.
const shown = `first.contentDocument?.readyState === "complete" &&
	first.contentDocument.querySelectorAll(".begin [data-square]").length === 9`

// load waits for the first page. Meanwhile the bar, and words beside it, must show how much of the program has arrived,
// above the start page.
func (p *tab) load() {
	p.wait(shown)
	p.wait(`!loading.hidden && frame.hidden && bar.max > 1e6 && bar.value > bar.max / 3 && bar.value < bar.max * 2 / 3 &&
		/^Loading the program: [3-6][0-9] %%$/.test(doing.innerText)`)
	close(p.held)
	p.until(`loading.hidden && find(".begin")`)
}

// playEarly makes a move before the program has loaded. The program must carry it out as soon as it has.
func (p *tab) playEarly() {
	p.wait(shown)
	const free = `[...first.contentDocument.querySelectorAll(".begin [data-square]:not([aria-disabled])")].at(-1)`
	square := inside[string](p, free+".dataset.square")
	inside[any](p, "("+free+".click(), null)")
	close(p.held)
	p.until(`find('[data-square="%s"]')?.classList.contains("o") && find("[data-live]")?.dataset.live === "on" &&
		page.querySelectorAll("[data-square].x").length === 2`, square)
}

// play plays a move of the first game.
func (p *tab) play() {
	inside[any](p, `(find('.begin button.main').click(), null)`)
	p.until(`find("[data-live]")?.dataset.live === "on"`)
	enabled := `page.querySelectorAll("[data-square]:not([aria-disabled])").length`
	before := inside[int](p, "%s", enabled)
	inside[any](p, `(find("[data-square]:not([aria-disabled])").click(), null)`)
	p.until(`%s === %d - 2`, enabled, before)
}

// train trains the machine whose page is shown.
func (p *tab) train(games string) {
	inside[any](p, `(find("#train [name=games]").value = %q, find("#train").requestSubmit(), null)`, games)
}

// make creates a machine and shows its page.
func (p *tab) make(name string) {
	p.visit("/new")
	inside[any](p, `(find('[value="michie"]').checked = true, find("#seed").value = "1", find("#name").value = %q,
		find('form[action$="/agents"]').requestSubmit(), null)`, name)
	p.until(`find(".who b")?.textContent === %q && find("[data-live]").dataset.live === "on"`, name)
}

// trainTwin creates the machine that was created at the terminal, and trains it.
func (p *tab) trainTwin() {
	p.make("twin")
	p.train("10,000")
	p.until(`page.body.innerText.includes("Trained 10,000 games")`)
}

// lookAround compares figures and searches with those of the terminal.
func (p *tab) lookAround(terminal *testSite) {
	p.visit("/figures/learning?machine=twin&log=on")
	p.until(`find("picture img")?.naturalWidth > 0`)
	p.visit("/search")
	p.until(`find("picture img")?.naturalWidth > 0`)
	for _, path := range []string{"/figures/learning.svg?machine=twin&log=on", "/figures/learning.csv?machine=twin", "/search",
		"/search/tree.svg?game=nim&heaps=1,2", "/search?game=tictactoe&depth=3", "/agents/twin/box?position=200010000"} {
		// Texts to copy have the address of the site. The link to the documents is in the foot of the shell.
		got, want := copied.ReplaceAllString(p.get(path), ""), copied.ReplaceAllString(terminal.Get(path), "")
		want = strings.Replace(want, `<a href="/docs">Documents</a> · `, "", 1)
		if got != want || got == "" {
			p.Errorf("%s differs: %s\n%s", path, differing(got, want), differing(want, got))
		}
	}
}

// differing returns the part of a text that begins a little before its first difference from another.
func differing(text, other string) string {
	same := 0
	for same < min(len(text), len(other)) && text[same] == other[same] {
		same++
	}
	return fmt.Sprintf("%.300s", text[max(0, same-100):])
}

// importDocument imports the document of a machine with the form for it.
func (p *tab) importDocument(document string) {
	p.visit("/")
	inside[any](p, `(() => {
		const files = new DataTransfer();
		files.items.add(new File([%q], "terminal.json", { type: "application/json" }));
		find("#file").files = files.files;
		find('form[action$="/import"]').requestSubmit();
		return null;
	})()`, document)
	p.until(`find(".who b")?.textContent === "terminal"`)
}

// crawl follows all links, pictures and other addresses. It follows only two of those that differ only in the seed of
// an exercise or the step of a search, which never end, of boxes, of moments of a film, and of comparisons, which take
// two seconds each. None may lead out of the laboratory, and all must exist.
func (p *tab) crawl() {
	found := inside[map[string]string](p, `(async () => {
		const all = {}, kinds = {}, root = new URL(%q, location).href, todo = [root];
		for (let at; (at = todo.pop());) {
			const to = new URL(at), asks = to.searchParams; // kinds of addresses: those of played games have no end
			const kind = to.pathname + [...asks.keys()].sort() + (asks.get("game") ?? "").replace(/^\d+$/, "");
			if (at in all || kinds[kind] > 1) continue;
			kinds[kind] = (kinds[kind] ?? 0) + 1;
			const answer = await frame.contentWindow.fetch(at);
			const html = answer.headers.get("Content-Type")?.startsWith("text/html");
			all[at] = answer.ok ? "" : String(answer.status);
			const text = html && !answer.headers.get("Content-Disposition") ? await answer.text() : "";
			const read = new DOMParser().parseFromString(text, "text/html");
			for (const one of read.querySelectorAll("[href], [src], [srcset], form[action], [formaction]")) {
				for (const name of ["href", "src", "srcset", "action", "formaction"]) {
					if (!one.hasAttribute(name) || one.target === "_top") continue;
					const to = new URL(one.getAttribute(name), at);
					to.hash = "";
					if (to.href.startsWith(base.href)) todo.push(to.href); // a picture of the guide
					else if (!to.href.startsWith(root)) all[to.href] = "linked by " + at;
					else if (!name.endsWith("action")) todo.push(to.href);
				}
			}
		}
		return all;
	})()`, under+"lab/")
	p.Logf("%d addresses", len(found))
	for _, path := range []string{"/", "/new", "/kit", "/figures", "/search", "/search/exercise",
		"/agents/twin", "/agents/terminal/export", "/static/style.css", "/class", "/guide"} {
		there := func(at string) bool { return strings.Contains(at+"?", under+"lab"+path+"?") }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(found)), there) {
			p.Errorf("no page leads to %s", path)
		}
	}
	for at, wrong := range found {
		// A figure that still needs a machine, or a search that is too large to be shown: the form says so.
		form := wrong == "422" && (strings.Contains(at, "/lab/figures") || strings.Contains(at, "/lab/search"))
		if wrong != "" && !form {
			p.Errorf("%s: %s", at, wrong)
		}
	}
}

// leftOut checks that the page of a class, which needs the program, links to it if the site has it.
func (p *tab) leftOut() {
	_, err := os.Stat(filepath.Join(p.folder, under, "download"))
	offered := err == nil
	page, footer := p.get("/class"), inside[string](p, "document.querySelector('footer').innerText")
	if strings.Contains(page, `/some/school/download/" target="_top"`) != offered ||
		strings.Contains(footer, "The program") != offered {
		p.Errorf("the site offers the program: %t; the page of a class is %s; the footer is %s", offered, page, footer)
	}
}

// prints checks that a kit is a PDF, without a disk.
func (p *tab) prints() {
	if kit := p.get("/kit/kit.pdf?machine=new:her&parts=labels"); !strings.HasPrefix(kit, "%PDF-") {
		p.Errorf("the kit is not a PDF: %.200s", kit)
	}
}

// post starts a request that creates a machine. Its answer becomes the variable made in the shell.
func (p *tab) post(name string) {
	inside[any](p, `(window.made = "", fetch(%q, { method: "POST", body: new URLSearchParams({ name: %q, preset: "her" }),
		redirect: "manual" }).then(async (a) => { made = a.type === "opaqueredirect" ? "303" : a.status + await a.text(); }), null)`,
		under+"lab/agents", name)
}

// savedFirst creates a machine while the database of the browser is occupied. The program must answer only when it is
// free, and the machine must exist if the program ends at that moment.
func (p *tab) savedFirst() {
	inside[any](p, `(transact("readwrite", (files) => {
		const occupy = () => {
			window.occupied = true;
			if (!window.free) files.get("menace.db").onsuccess = occupy;
		};
		const begun = files.get("menace.db");
		begun.onsuccess = occupy;
		return begun;
	}), null)`)
	p.wait(`window.occupied`)
	p.post("saved")
	for range 5 {
		p.get("/static/style.css") // the program answers what does not need the database
	}
	if early := inside[string](p, "made"); early != "" {
		p.Errorf("a POST is answered with %s before it is stored", early)
	}
	inside[any](p, `new Promise((done) => {
		const watch = setInterval(() => {
			if (!made) return;
			worker.terminate();
			clearInterval(watch);
			done(null);
		});
		window.free = true;
	})`)
	if answer := inside[string](p, "made"); answer != "303" {
		p.Errorf("got the answer %s", answer)
	}
	p.do(chromedp.Reload())
	p.until(`true`)
	p.visit("/agents/saved")
	p.until(`find(".who b")?.textContent === "saved"`)
}

// refuse makes the browser refuse to store. That must be reported, and nothing may change. As soon as the browser accepts
// again, everything must work as before.
func (p *tab) refuse() {
	const settle = `new Promise((done, fail) => Object.assign(%s, {
		onsuccess: ({ target }) => { target.result?.close(); done(null); }, onerror: ({ target }) => fail(target.error) }))`
	inside[any](p, settle, `indexedDB.open(place, 2)`) // a newer version, which version 1 must not open
	p.post("unsaved")
	p.wait(`made`)
	answer := inside[string](p, "made")
	if !strings.HasPrefix(answer, "507") || !strings.Contains(answer, "No space left for menace.db") {
		p.Errorf("got the answer %s although nothing can be stored", answer)
	}
	p.wait(`note.textContent.includes("not stored") && note.textContent.includes("Save a copy now")`)
	if page := p.get("/agents/unsaved"); strings.Contains(page, "<b>unsaved</b>") {
		p.Errorf("a machine that was not stored exists: %s", page)
	}
	inside[any](p, settle, `indexedDB.deleteDatabase(place)`)
	p.post("unsaved")
	p.wait(`made && note.textContent.includes("stored again")`)
	if page := p.stored().Get("/agents/unsaved"); !strings.Contains(page, "<b>unsaved</b>") {
		p.Errorf("when the browser stores again, the machine is missing: %s", page)
	}
}

// stored opens at the terminal the database that the browser has stored.
func (p *tab) stored() *testSite {
	text := inside[string](p, `stored().then((bytes) => new Promise((done) => {
		const reader = new FileReader();
		reader.onload = () => done(reader.result.split(",")[1]);
		reader.readAsDataURL(new Blob([bytes]));
	}))`)
	content, err := base64.StdEncoding.DecodeString(text)
	file := filepath.Join(p.TempDir(), "copy.db")
	if err != nil || os.WriteFile(file, content, 0o600) != nil {
		p.Fatal(err)
	}
	return siteOf(p.TB.(*testing.T), file)
}

// stopTraining starts hours of training, plays and reads meanwhile, and stops it.
func (p *tab) stopTraining() {
	p.visit("/agents/saved")
	p.train("1,000,000,000")
	p.until(`page.body.innerText.includes("of 1,000,000,000 games")`)
	for range 3 {
		before := inside[string](p, `find('[data-part="progress"]').innerText`)
		p.get("/agents/twin/box?position=200010000")
		p.until(`find('[data-part="progress"]').innerText !== %q`, before)
	}
	inside[any](p, `(find('#train [formaction$="/stop"]').click(), null)`)
	p.until(`page.body.innerText.includes("they are saved")`)
}

// stopSearch stops searches that keep the program from answering for ten seconds. The program is then started again. A
// browser lets a worker continue for up to two seconds after it was terminated.
func (p *tab) stopSearch() {
	inside[any](p, `(new MutationObserver((_, observer) => {
		if (busy.hidden) return;
		observer.disconnect();
		stop.click();
	}).observe(busy, { attributes: true }), null)`)
	inside[any](p, `(window.made = "", frame.contentWindow.fetch(%q).then(
		async (a) => { made = a.status + await a.text(); }), null)`,
		under+"lab/search/compare?game=connect4&size=7x6&depth=")
	p.wait(`made && busy.hidden && note.textContent.includes("you stopped it")`)
	if answer := inside[string](p, "made"); !strings.HasPrefix(answer, "503") || !strings.Contains(answer, "started again") {
		p.Errorf("got the answer %s to a stopped request", answer)
	}
	p.visit("/agents/twin")
}

// moveDatabase opens the database of the browser at the terminal, and that of the terminal in the browser.
func (p *tab) moveDatabase(terminal *testSite) {
	saved := p.stored()
	p.same("twin", saved)
	found := agents.Check(p.Context(), saved.DB, "", func(err error) {
		if err != nil {
			p.Errorf("the copy is damaged: %v", err)
		}
	})
	if found != 5 {
		p.Errorf("the copy has %d machines", found)
	}
	other := filepath.Join(p.TempDir(), "other.db")
	from := siteOf(p.TB.(*testing.T), other)
	from.Train("terminal", menace.Michie(), 9000)
	from.Train("twin", menace.Michie(), 10000)
	from.server.Close()
	from.DB.Close()
	content, err := os.ReadFile(other)
	if err != nil {
		p.Fatal(err)
	}
	p.openDatabase([]byte("not a database, but a text that is long enough to be taken for one; " +
		strings.Repeat("really, ", 100)))
	p.until(`note.textContent.includes("this file is not a menace database")`)
	p.openDatabase(bare(p))
	p.until(`note.textContent.includes("this file is damaged") && note.textContent.includes("no such table")`)
	p.visit("/agents/twin")
	p.same("twin", saved)
	p.same("twin", p.stored())
	p.visit("/agents/terminal")
	p.openDatabase(content)
	p.until(`page.querySelectorAll(".cards:not(.ways) > :not(.grey)").length === 2`)
	p.sameNumbers("terminal", terminal)
}

// bare returns a database without tables.
func bare(p *tab) []byte {
	file := filepath.Join(p.TempDir(), "bare.db")
	pool, err := sql.Open(sql.Drivers()[0], file)
	if err != nil {
		p.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec("PRAGMA application_id = 0x6D6E6163; PRAGMA user_version = 1"); err != nil {
		p.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		p.Fatal(err)
	}
	return content
}

func (p *tab) openDatabase(content []byte) {
	inside[any](p, `(() => {
		confirm = () => true;
		const files = new DataTransfer(), field = document.getElementById("open");
		files.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "menace.db"));
		field.files = files.files;
		field.dispatchEvent(new Event("change"));
		return null;
	})()`, base64.StdEncoding.EncodeToString(content))
}

// shared opens a second tab, and returns it. Games played in one of them must be visible in the other.
func (p *tab) shared() *tab {
	p.visit("/agents/twin")
	second := p.open("#/agents/twin")
	second.until(`find("[data-live]")?.dataset.live === "on"`)
	enabled := `page.querySelectorAll("[data-square]:not([aria-disabled])").length`
	before := inside[int](p, "%s", enabled)
	inside[any](second, `(find("[data-square]:not([aria-disabled])").click(), null)`)
	p.do(browsertest.Call(page.BringToFront, cdp.Empty{}))
	p.until(`%s === %d - 2`, enabled, before)
	return second
}

// publish replaces this version on the server by another, and returns the former.
func (f *published) publish() (former string) {
	former = f.version
	place := filepath.Join(f.folder, under)
	f.version = "0123456789abcdef"
	if err := os.Rename(filepath.Join(place, former), filepath.Join(place, f.version)); err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{"index.html", "sw.js"} {
		text, err := os.ReadFile(filepath.Join(place, name))
		changed := strings.ReplaceAll(string(text), former, f.version)
		if err != nil || os.WriteFile(filepath.Join(place, name), []byte(changed), 0o644) != nil {
			f.Fatal(err)
		}
	}
	return former
}

// loaded lists the versions whose files a tab has loaded.
const loaded = `[...new Set([base.href, ...performance.getEntriesByType("resource").map((one) => one.name)].flatMap(
	(name) => /[0-9a-f]{16}/.exec(name) ?? []))].join(" ")`

// update replaces this version by another. A tab that is reloaded must keep its version and offer the new one. When
// somebody chooses it in one tab, all tabs must get it and keep their machines, although their pages keep sending
// requests.
func (p *tab) update(second *tab) {
	former := p.publish()
	p.do(chromedp.Reload())
	p.until(`find(".who b")?.textContent === "twin"`)
	p.wait(`!update.hidden`)
	for _, one := range []*tab{p, second} {
		if got := inside[string](one, loaded); got != former {
			p.Errorf("before the update, a tab has loaded the versions %s, want %s", got, former)
		}
		inside[any](one, `(window.former = true,
			frame.contentWindow.setInterval(() => frame.contentWindow.fetch(page.URL).catch(() => {}), 100), null)`)
	}
	inside[any](p, `(update.click(), null)`)
	for _, one := range []*tab{p, second} {
		one.until(`!window.former && find(".who b")?.textContent === "twin" && update.hidden`)
		if got := inside[string](one, loaded); got != p.version {
			p.Errorf("after the update, a tab has loaded the versions %s, want %s", got, p.version)
		}
	}
}

// handOver closes the tab that runs the program, and returns the other one, which must run it from then on.
func (p *tab) handOver(second *tab) *tab {
	if inside[bool](second, "hosting") {
		p, second = second, p
	}
	if err := chromedp.Cancel(p.context); err != nil {
		p.Fatal(err)
	}
	second.visit("/agents/terminal")
	if !inside[bool](second, "hosting") {
		p.Error("the second tab does not run the program")
	}
	return second
}

// offline reloads the page after the server has stopped.
func (p *tab) offline() {
	p.CloseClientConnections()
	p.Close()
	began := time.Now()
	p.do(chromedp.Reload())
	p.until(`find(".who b")?.textContent === "terminal"`)
	p.Logf("without a network, the page after %v", time.Since(began))
}

// crash crashes the program with a request that no browser makes.
func (p *tab) crash() {
	inside[any](p, `(new BroadcastChannel(place).postMessage({ kind: "request" }), null)`)
	p.until(`note.textContent.includes("started again")`)
}

// lose deletes the database, as Chromium does when it cannot read its own files after the disk was full.
func (p *tab) lose() {
	inside[any](p, `transact("readwrite", (files) => files.clear())`)
	p.do(chromedp.Reload())
	p.until(`note.textContent.includes("has lost your machines")`)
}
