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

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web"
	"menace/data"
)

// host is the worker that runs the program. See site/worker.js.
var host = js.Global().Get("menace")

func main() {
	name, content, mode := host.Get("name").String(), bytesOf(host.Get("database")), data.Write
	if content == nil {
		mode = data.Create
	}
	db, err := data.OpenMemory(context.Background(), name, content, mode, store)
	if err != nil {
		host.Set("failure", err.Error())
		return
	}
	page := web.New(&lab.Lab{DB: db, Path: name})
	page.Program = host.Get("program").String()
	s := &site{root: host.Get("root").String() + "lab", page: page.Handler()}
	host.Call("serve", js.FuncOf(func(_ js.Value, args []js.Value) any {
		s.receive(args[0])
		return nil
	}))
	select {}
}

// store returns when the browser has stored the content of the database, or an error if it does not.
func store(content []byte) error {
	failures := make(chan string, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		failures <- args[0].String()
		return nil
	})
	defer done.Release()
	host.Call("store", array(content), done)
	if why := <-failures; why != "" {
		return errors.New(why)
	}
	return nil
}

// site answers requests.
type site struct {
	root string // path of the laboratory, without a slash at the end
	page http.Handler
	open sync.Map // maps requests to the functions that cancel them
}

// receive begins to answer a request, or cancels one.
func (s *site) receive(message js.Value) {
	w := &answer{site: s, id: message.Get("id").String(), header: http.Header{}}
	switch message.Get("kind").String() {
	case "cancel":
		if cancel, ok := s.open.Load(w.id); ok {
			cancel.(context.CancelFunc)()
		}
	case "request":
		ctx, cancel := context.WithCancel(context.Background())
		r, err := http.NewRequestWithContext(ctx, message.Get("method").String(), message.Get("url").String(),
			bytes.NewReader(bytesOf(message.Get("body"))))
		if err != nil {
			panic(err)
		}
		r.Host, r.RemoteAddr, r.RequestURI = "localhost", "127.0.0.1:0", r.URL.RequestURI()
		r.Header.Set("Content-Type", message.Get("type").String())
		r.Header.Set("Sec-Fetch-Site", "same-origin") // only its own site sends requests to the service worker
		s.open.Store(w.id, cancel)
		w.send("taken", js.Null())
		go w.serve(r, cancel)
	}
}

// answer is an [http.ResponseWriter] that sends what is written to the service worker.
type answer struct {
	*site
	id     string
	header http.Header
	begun  bool
}

// serve answers a request, also if the program fails meanwhile.
func (w *answer) serve(r *http.Request, cancel context.CancelFunc) {
	defer func() {
		if fault := recover(); fault != nil {
			http.Error(w, fmt.Sprint("the program failed: ", fault), http.StatusInternalServerError)
		}
		w.WriteHeader(http.StatusOK)
		w.send("end", js.Null())
		w.open.Delete(w.id)
		cancel()
	}()
	http.StripPrefix(w.root, w.page).ServeHTTP(w, r)
}

// Header implements [http.ResponseWriter].
func (w *answer) Header() http.Header { return w.header }

// WriteHeader implements [http.ResponseWriter].
func (w *answer) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.begun = true
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
	w.WriteHeader(http.StatusOK)
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

// bytesOf returns the content of an array, or nothing for null.
func bytesOf(array js.Value) []byte {
	if !array.Truthy() {
		return nil
	}
	content := make([]byte, array.Length())
	js.CopyBytesToGo(content, array)
	return content
}
