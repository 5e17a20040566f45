//go:build !js

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"menace/cmd/menace/internal/term"
)

// serving runs the command serve until end is called or the test ends, and returns the address of the page.
func serving(t *testing.T, args ...string) (address string, end func() (status int, said string)) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	out, in := io.Pipe()
	var stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		defer in.Close()
		ended <- run(ctx, append([]string{"menace"}, args...), strings.NewReader(""), in, &stderr)
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: exit status %d: %s", err, <-ended, &stderr)
	}
	_, address, _ = strings.Cut(strings.TrimSpace(line), " is at ")
	return address, func() (int, string) {
		stop()
		return <-ended, stderr.String()
	}
}

// TestServe serves the page of an agent, and ends without an error.
func TestServe(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", db, "train", "--machine", "a", "--games", "10", "--seed", "1")
	address, end := serving(t, "--db", db, "serve", "--addr", "localhost:0", "--machine", "a")
	reply, err := http.Get(address + ".json")
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(reply.Body)
	reply.Body.Close()
	if want := prints(t, "--db", db, "agents", "show", "a", "--json"); err != nil || string(page) != want {
		t.Errorf("%s.json: got\n%s, %v, want\n%s", address, page, err, want)
	}
	if status, said := end(); status != term.Done || said != "menace: Ctrl-C ends it\n" {
		t.Errorf("exit status %d: %s", status, said)
	}
}

// TestServeInUse checks that the error for a port in use suggests a free one.
func TestServeInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	var stdout, stderr bytes.Buffer
	db, addr := filepath.Join(t.TempDir(), "menace.db"), taken.Addr().String()
	status := run(t.Context(), []string{"menace", "--db", db, "serve", "--addr", addr}, nil, &stdout, &stderr)
	want := "menace: " + addr + " is already in use, perhaps by MENACE itself; --addr localhost:0 takes any free port\n"
	if status != term.Failed || stderr.String() != want || stdout.Len() > 0 {
		t.Errorf("exit status %d: %s", status, &stderr)
	}
}

// TestServeOpen checks that with --open the page is served although another program uses the usual port.
func TestServeOpen(t *testing.T) {
	t.Setenv("PATH", "") // no browser
	if taken, err := net.Listen("tcp", "localhost:1961"); err == nil {
		defer taken.Close()
	}
	address, end := serving(t, "--db", filepath.Join(t.TempDir(), "menace.db"), "serve", "--open")
	reply, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if status, said := end(); status != term.Done || strings.Contains(address, ":1961") ||
		!strings.Contains(said, "cannot open a browser") {
		t.Errorf("%s: exit status %d: %s", address, status, said)
	}
}

// TestServeEnds checks that serve ends streams at once, and that a training that begins meanwhile is not lost.
func TestServeEnds(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", db, "train", "--machine", "a", "--games", "10", "--seed", "1")
	address, end := serving(t, "--db", db, "serve", "--addr", "localhost:0")
	stream, err := http.Get(address + "agents/a/events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	form := url.Values{"opponent": {"random"}, "games": {"100"}}.Encode()
	host := strings.Trim(strings.TrimPrefix(address, "http://"), "/")
	var pending [2]net.Conn // requests that wait for the last byte of their forms
	for i := range pending {
		if pending[i], err = net.Dial("tcp", host); err != nil {
			t.Fatal(err)
		}
		defer pending[i].Close()
		fmt.Fprintf(pending[i], "POST /agents/a/train HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n"+
			"Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n\r\n", len(form))
		if line, err := bufio.NewReader(pending[i]).ReadString('\n'); !strings.Contains(line, "100") { // it reads the form
			t.Fatal(line, err)
		}
		fmt.Fprint(pending[i], form[:len(form)-1])
	}
	ended := make(chan string, 1)
	go func() {
		_, said := end()
		ended <- said
	}()
	if _, err := io.ReadAll(stream.Body); err != nil {
		t.Errorf("the stream: %v", err)
	}
	fmt.Fprint(pending[0], form[len(form)-1:])
	for !strings.Contains(prints(t, "--db", db, "agents", "list"), "110") {
		select {
		case said := <-ended:
			t.Fatalf("serve ended before the training: %s", said)
		case <-time.After(10 * time.Millisecond):
		}
	}
	fmt.Fprint(pending[1], form[len(form)-1:])
	<-ended
}

// TestServeReplaced checks that, when the database is deleted and replaced while a machine trains, serve and its pages
// report it, and that the new database is not changed.
func TestServeReplaced(t *testing.T) {
	db, other := filepath.Join(t.TempDir(), "menace.db"), filepath.Join(t.TempDir(), "other.db")
	for _, path := range []string{db, other} {
		prints(t, "--db", path, "train", "--machine", "a", "--games", "10", "--seed", "1")
	}
	successor, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	serve := self(t, "--db", db, "serve", "--addr", "localhost:0")
	stdout, outErr := serve.StdoutPipe()
	stderr, errErr := serve.StderrPipe()
	if err := errors.Join(outErr, errErr, serve.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { serve.Process.Kill() })
	line, _ := bufio.NewReader(stdout).ReadString('\n')
	_, address, _ := strings.Cut(strings.TrimSpace(line), " is at ")
	reply, err := http.PostForm(address+"agents/a/train",
		url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"fast"}})
	if err != nil || reply.StatusCode != http.StatusOK { // reply of the page to which the form redirects
		t.Fatalf("training: %v, %v", reply, err)
	}
	reply.Body.Close()

	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(db + end); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(db, successor, 0o644); err != nil {
		t.Fatal(err)
	}
	const says = "menace.db was deleted or replaced while this program was using it"
	if reply, err = http.Get(address + "agents/a"); err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(reply.Body)
	reply.Body.Close()
	if err != nil || reply.StatusCode != http.StatusInternalServerError || !strings.Contains(string(page), says) {
		t.Errorf("the page: got %s, %v\n%s", reply.Status, err, page)
	}
	notes := bufio.NewScanner(stderr)
	for notes.Scan() && !strings.Contains(notes.Text(), says) {
	}
	if notes.Err() != nil || !strings.Contains(notes.Text(), says) {
		t.Errorf("serve prints nothing: %v", notes.Err())
	}
	if err := errors.Join(serve.Process.Signal(os.Interrupt), serve.Wait()); err != nil {
		t.Error(err)
	}
	if now, err := os.ReadFile(db); !bytes.Equal(now, successor) {
		t.Errorf("the new database has changed: %v", err)
	}
}
