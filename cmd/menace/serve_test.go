package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"menace/cmd/menace/internal/cli"
)

// serving runs the command serve until the test or its end, and returns the address of the page.
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

// TestServe serves the page of an agent, and ends well.
func TestServe(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", db, "train", "--agent", "a", "--games", "10", "--seed", "1")
	address, end := serving(t, "--db", db, "serve", "--addr", "localhost:0", "--agent", "a")
	reply, err := http.Get(address + ".json")
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(reply.Body)
	reply.Body.Close()
	if want := prints(t, "--db", db, "agents", "show", "a", "--json"); err != nil || string(page) != want {
		t.Errorf("%s.json is\n%s, %v, not\n%s", address, page, err, want)
	}
	if status, said := end(); status != cli.Done || said != "menace: Ctrl-C ends it\n" {
		t.Errorf("exit status %d: %s", status, said)
	}
}

// TestServeInUse: a port that is taken is answered with one that is not.
func TestServeInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	var stdout, stderr bytes.Buffer
	db, addr := filepath.Join(t.TempDir(), "menace.db"), taken.Addr().String()
	status := run(t.Context(), []string{"menace", "--db", db, "serve", "--addr", addr}, nil, &stdout, &stderr)
	want := "menace: " + addr + " is in use by another program; --addr localhost:0 takes any port that is free\n"
	if status != cli.Failed || stderr.String() != want || stdout.Len() > 0 {
		t.Errorf("exit status %d: %s", status, &stderr)
	}
}
