// In a browser the program is the page: it answers requests forwarded by a service worker, from a database in memory
// that the browser stores. ARCHITECTURE.md describes the scripts around it, in the folder wasm.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall/js"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

// host is the worker that runs the program. See wasm/worker.js.
var host = js.Global().Get("menace")

// root is the path of the laboratory, without a slash at the end.
var root = front + "lab"

// front is the path of the page around the laboratory.
var front = host.Get("root").String()

func main() {
	name, content, mode := host.Get("name").String(), bytesOf(host.Get("database")), data.Write
	if content == nil {
		mode = data.Create
	}
	db, err := data.OpenMemory(context.Background(), name, content, mode, keep)
	if err != nil {
		host.Set("failure", explain(err))
		return
	}
	handler, err := page(db)
	if err != nil {
		host.Set("failure", err.Error())
		return
	}
	host.Call("serve", js.FuncOf(func(_ js.Value, args []js.Value) any {
		switch id := args[0].Get("id").String(); args[0].Get("kind").String() {
		case "cancel":
			if cancel := cancels[id]; cancel != nil {
				cancel()
			}
		case "request":
			if _, twice := cancels[id]; !twice {
				go serve(handler, id, args[0])
			}
		}
		return nil
	}))
	select {}
}

// explain explains why the database cannot be opened. English has all details, other languages only the essential.
func explain(err error) string {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	setReader(r.Header)
	l, message := site.LanguageOf(r), database.Explain(err)
	if l == language.English || message == nil {
		return err.Error()
	}
	return message.In(l)
}

// setReader sets the headers that name the reader's languages.
func setReader(h http.Header) {
	h.Set("Accept-Language", js.Global().Get("navigator").Get("languages").Call("join").String())
	h.Set("Cookie", host.Get("cookie").String())
}

// page returns the pages of all features.
func page(db *data.DB) (http.Handler, error) {
	program := host.Get("program").String()
	s := site.New(site.Config{Name: "menace", Base: root, Front: front, Program: program, Embed: []string{"*"},
		Hosts: []string{site.HostOf(js.Global().Get("location").Get("host").String())},
		Files: host.Get("folder").String(), Status: database.HTTPStatus, Explain: database.Explain})
	for _, p := range features(s, db, program) {
		if err := s.Add(p); err != nil {
			return nil, err
		}
	}
	return s.Handler(), nil
}

// keep returns when the browser has stored the content of the database, or an error if it could not.
func keep(content []byte) error {
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

// cancels holds, by ID, a function that cancels each request, or nil after its end. A request that is sent while the
// program starts arrives twice, because the service worker repeats it, and is answered once.
var cancels = map[string]context.CancelFunc{}

// serve answers a request forwarded by the service worker, even if the handler panics.
func serve(handler http.Handler, id string, message js.Value) {
	ctx, cancel := context.WithCancel(context.Background())
	cancels[id] = cancel
	r := httptest.NewRequestWithContext(ctx, message.Get("method").String(), message.Get("url").String(),
		bytes.NewReader(bytesOf(message.Get("body"))))
	r.Host, r.RemoteAddr = js.Global().Get("location").Get("host").String(), "127.0.0.1:0"
	r.Header.Set("Content-Type", message.Get("type").String())
	setReader(r.Header)
	r.Header.Set("Referer", message.Get("referrer").String())
	r.Header.Set("Sec-Fetch-Site", "same-origin") // only its own site sends requests to the service worker
	host.Call("answer", id)
	w := &answer{httptest.NewRecorder(), id}
	defer func() {
		switch fault := recover(); fault {
		case nil:
		case http.ErrAbortHandler:
			host.Call("cut", id)
		default:
			http.Error(w, fmt.Sprint("the program failed: ", fault), http.StatusInternalServerError)
		}
		w.send(js.Null())
		cancels[id] = nil
		cancel()
	}()
	handler.ServeHTTP(w, r)
}

// answer is an [http.ResponseWriter] that sends the answer to the service worker.
type answer struct {
	*httptest.ResponseRecorder // for the status and the headers
	id                         string
}

// Write implements [http.ResponseWriter].
func (w *answer) Write(text []byte) (int, error) {
	w.send(array(text))
	return len(text), nil
}

// WriteString implements [io.StringWriter].
func (w *answer) WriteString(text string) (int, error) { return w.Write([]byte(text)) }

// send sends a part of the answer, or null for its end.
func (w *answer) send(content js.Value) {
	headers := map[string]any{}
	for name := range w.Header() {
		headers[name] = w.Header().Get(name)
	}
	if cookie, _, chosen := strings.Cut(w.Header().Get("Set-Cookie"), ";"); chosen {
		host.Call("remember", cookie) // service workers cannot set cookies
	}
	host.Call("answer", w.id, map[string]any{"status": w.Code, "headers": headers}, content)
}

func array(content []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(content))
	js.CopyBytesToJS(a, content)
	return a
}

// bytesOf returns the content of an array, or nothing for undefined.
func bytesOf(array js.Value) []byte {
	if !array.Truthy() {
		return nil
	}
	content := make([]byte, array.Length())
	js.CopyBytesToGo(content, array)
	return content
}
