// In a browser the program is the page: it answers the requests forwarded by a service worker, from a database in
// memory that the browser stores. ARCHITECTURE.md describes the scripts around it, in the folder site.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web"
	"menace/data"
	"menace/data/sqlite"
)

const (
	database  = "menace.db"
	upload    = "this file" // the name of an uploaded database in errors
	saveEvery = time.Second // interval of saving during training, which changes the database between requests
)

// host is the worker that runs the program. See site/worker.js.
var host = js.Global().Get("menace")

func main() {
	memory, err := sqlite.NewMemory(database, bytesOf(host.Get("database")))
	if err != nil {
		panic(err)
	}
	l, err := lab.Open(context.Background(), database, data.Create)
	if err != nil {
		panic(err)
	}
	page := web.New(l)
	page.Program = host.Get("program").String()
	s := &site{root: host.Get("root").String() + "lab", page: page.Handler(), memory: memory}
	host.Call("serve", js.FuncOf(func(_ js.Value, args []js.Value) any {
		s.accept(args[0])
		return nil
	}), js.FuncOf(func(_ js.Value, args []js.Value) any {
		if cancel, ok := s.open.Load(args[0].String()); ok {
			cancel.(context.CancelFunc)()
		}
		return nil
	}))
	for range time.Tick(saveEvery) {
		s.save()
	}
}

var errReplaced = errors.New("another database was opened: load this page again")

// site answers requests.
type site struct {
	root    string // path of the laboratory, without a slash at the end
	page    http.Handler
	open    sync.Map // maps requests to the functions that cancel them
	mutex   sync.Mutex
	memory  *sqlite.Memory // nil after another database was uploaded, which the next run of the program opens
	unsaved bool           // the last attempt to store it failed
}

// save stores the database in the browser if it has changed, and reports on the page when storing begins to fail and
// when it succeeds again.
func (s *site) save() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.memory == nil {
		return errReplaced
	}
	err := s.memory.Save(store)
	if err != nil {
		host.Call("unsaved", err.Error())
	} else if s.unsaved {
		host.Call("unsaved", "")
	}
	s.unsaved = err != nil
	return err
}

// store stores the content of the database in the browser.
func store(content []byte) error {
	done := make(chan error, 1)
	succeed := js.FuncOf(func(js.Value, []js.Value) any { done <- nil; return nil })
	fail := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- fmt.Errorf("the browser does not store the database: %s", args[0].Call("toString").String())
		return nil
	})
	defer succeed.Release()
	defer fail.Release()
	host.Call("store", array(content)).Call("then", succeed, fail)
	return <-done
}

// replace stores an uploaded database in place of this one, if this version can open it.
func (s *site) replace(content []byte) error {
	if !bytes.HasPrefix(content, []byte("SQLite format 3\x00")) {
		return fmt.Errorf("%s is %w", upload, data.ErrNotADatabase)
	}
	memory, err := sqlite.NewMemory(upload, content)
	if err != nil {
		return err
	}
	l, err := lab.Open(context.Background(), upload, data.Write)
	if err != nil {
		return err
	}
	defer l.Close()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err = memory.Save(store); err == nil {
		s.memory = nil
	}
	return err
}

// accept begins to answer a request.
func (s *site) accept(message js.Value) {
	ctx, cancel := context.WithCancel(context.Background())
	body := bytesOf(message.Get("body"))
	r, err := http.NewRequestWithContext(ctx, message.Get("method").String(), message.Get("url").String(),
		bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	uploads := r.Method == http.MethodPost && r.URL.Path == s.root+"/database"
	w := &answer{site: s, id: message.Get("id").String(), header: http.Header{}}
	w.saves = r.Method == http.MethodPost && !uploads
	r.Host, r.RemoteAddr, r.RequestURI = "localhost", "127.0.0.1:0", r.URL.RequestURI()
	r.Header.Set("Content-Type", message.Get("type").String())
	r.Header.Set("Sec-Fetch-Site", "same-origin") // only its own site sends requests to the service worker
	s.open.Store(w.id, cancel)
	go func() {
		defer s.open.Delete(w.id)
		defer cancel()
		defer func() {
			if fault := recover(); fault != nil {
				http.Error(w, fmt.Sprint("the program failed: ", fault), http.StatusInternalServerError)
			}
			w.WriteHeader(http.StatusOK)
			w.send("end", js.Null())
		}()
		if uploads {
			if err := s.replace(body); err != nil {
				http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			}
			return
		}
		http.StripPrefix(s.root, s.page).ServeHTTP(w, r)
	}()
}

// answer is an [http.ResponseWriter] that sends what is written to the service worker.
type answer struct {
	*site
	id     string
	header http.Header
	saves  bool // the request may have changed the database
	begun  bool
	failed bool // an error replaces what the handler writes
}

// Header implements [http.ResponseWriter].
func (w *answer) Header() http.Header { return w.header }

// WriteHeader implements [http.ResponseWriter]. It stores the changes made by a POST before it answers.
func (w *answer) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.begun = true
	if w.saves {
		if err := w.save(); err != nil && status < http.StatusBadRequest {
			status, w.failed = http.StatusInsufficientStorage, true
			defer w.send("chunk", array([]byte("What you did may be lost: "+err.Error())))
			w.header = http.Header{"Content-Type": {"text/plain; charset=utf-8"}}
		}
	}
	head := map[string]any{}
	for name, values := range w.header {
		head[name] = strings.Join(values, ", ")
	}
	if to, ok := strings.CutPrefix(w.header.Get("Location"), "/"); ok {
		head["Location"] = w.root + "/" + to
	}
	// The shell shows the page in a frame.
	head["Content-Security-Policy"] = strings.Replace(w.header.Get("Content-Security-Policy"),
		"frame-ancestors 'none'", "frame-ancestors 'self'", 1)
	w.send("head", js.ValueOf(map[string]any{"status": status, "headers": head}))
}

// local matches attributes with addresses of the page, also in the events that update it, which are JSON.
var local = regexp.MustCompile(
	`\b(href|src|srcset|action|formaction|data-events|data-found|data-gone)=(\\?")/`)

// Write implements [http.ResponseWriter].
func (w *answer) Write(text []byte) (int, error) {
	if w.WriteHeader(http.StatusOK); w.failed {
		return len(text), nil
	}
	sent := text
	switch kind, _, _ := strings.Cut(w.header.Get("Content-Type"), ";"); kind {
	case "text/html", "text/event-stream":
		sent = local.ReplaceAll(text, []byte("$1=$2"+w.root+"/"))
	}
	w.send("chunk", array(sent))
	return len(text), nil
}

// Flush implements [http.Flusher].
func (w *answer) Flush() {}

// send sends a part of the answer.
func (w *answer) send(kind string, content js.Value) { host.Call("answer", w.id, kind, content) }

func array(content []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(content))
	js.CopyBytesToJS(a, content)
	return a
}

func bytesOf(array js.Value) []byte {
	if array.IsNull() || array.IsUndefined() {
		return nil
	}
	content := make([]byte, array.Length())
	js.CopyBytesToGo(content, array)
	return content
}
