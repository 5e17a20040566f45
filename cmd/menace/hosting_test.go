//go:build !js

package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestHostingFiles checks that docs/HOSTING.md shows the files that the test of hosting uses, and docs/EXHIBIT.md that
// of an exhibition.
func TestHostingFiles(t *testing.T) {
	pages := read(t, "docs/HOSTING.md") + read(t, "docs/EXHIBIT.md")
	files, err := filepath.Glob("../../docs/hosting/*")
	if err != nil || len(files) != 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(pages, "```\n"+string(text)+"```\n") {
			t.Errorf("no document shows %s as it is, %v", file, err)
		}
	}
}

// TestContainerfile runs the command of the container, with a folder and a port of this computer.
func TestContainerfile(t *testing.T) {
	var args []string
	for _, instruction := range []string{"ENTRYPOINT", "CMD"} {
		var words []string
		_, list, _ := strings.Cut(read(t, "docs/hosting/Containerfile"), "\n"+instruction+" ")
		if err := json.NewDecoder(strings.NewReader(list)).Decode(&words); err != nil {
			t.Fatalf("%s: %v", instruction, err)
		}
		args = append(args, words...)
	}
	if args[0] != "/menace" {
		t.Errorf("the container starts %s", args[0])
	}
	for i := range args {
		args[i] = strings.Replace(strings.Replace(args[i], "/data/", t.TempDir()+"/", 1), ":1961", ":0", 1)
	}
	address, end := serving(t, args[1:]...)
	reply, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if end(); reply.StatusCode != http.StatusOK {
		t.Errorf("status %d", reply.StatusCode)
	}
}

// freePort returns a port that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// certificate writes a certificate for a host and its key, and returns those who trust it.
func certificate(t *testing.T, folder, host string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	made, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		"crt": {Type: "CERTIFICATE", Bytes: made}, "key": {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parsed, err := x509.ParseCertificate(made)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return pool
}

// hosted is the program behind nginx.
type hosted struct {
	*testing.T
	public, teacher string // the address of the site, and the teacher's link
	direct          string // where the program itself listens
	folder          string // of the logs of nginx
	trust           *x509.CertPool
}

// host runs the program behind nginx with the file of docs/HOSTING.md, only with other names and ports.
func host(t *testing.T) *hosted {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	const name = "menace.example.org"
	h := &hosted{T: t, folder: folder, trust: certificate(t, folder, name)}
	plain, secure, inside := freePort(t), freePort(t), freePort(t)
	h.public, h.direct = "https://"+name+":"+secure, "http://127.0.0.1:"+inside
	text, err := os.ReadFile("../../docs/hosting/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	servers := strings.NewReplacer("listen 80", "listen 127.0.0.1:"+plain, "listen 443", "listen 127.0.0.1:"+secure,
		"127.0.0.1:1961", "127.0.0.1:"+inside, "/etc/ssl/"+name+".crt", folder+"/crt",
		"/etc/ssl/private/"+name+".key", folder+"/key", "/var/log/nginx", folder).Replace(string(text))
	config := fmt.Sprintf("daemon off; pid %s/pid; error_log %[1]s/errors; events {}\nhttp { access_log off; "+
		"client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/f; "+
		"uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;\n%s}\n", folder, servers)
	if err := os.WriteFile(filepath.Join(folder, "nginx.conf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	program := self(t, "--db", filepath.Join(folder, "menace.db"), "class", "--public", h.public, "--addr",
		"127.0.0.1:"+inside)
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); h.teacher == "" && lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "Pupils join at ") {
			h.teacher = linkOf(t, filepath.Join(folder, "menace.db"))
		}
	}
	go io.Copy(io.Discard, out)
	proxy := exec.CommandContext(t.Context(), nginx, "-p", folder, "-c", filepath.Join(folder, "nginx.conf"))
	proxy.Cancel = func() error { return proxy.Process.Signal(os.Interrupt) }
	said := &strings.Builder{}
	proxy.Stderr = said
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		proxy.Process.Signal(os.Interrupt)
		proxy.Wait()
		if t.Failed() {
			t.Log(said)
		}
	})
	wait(t, "nginx", func() bool {
		conn, err := net.Dial("tcp", "127.0.0.1:"+secure)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return h
}

// browser returns a client with its own cookies, which connects from an address of this computer.
func (h *hosted) browser(from string) *http.Client {
	jar, _ := cookiejar.New(nil)
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	return &http.Client{Jar: jar, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: h.trust},
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			_, port, _ := net.SplitHostPort(address)
			return dialer.DialContext(ctx, network, "127.0.0.1:"+port)
		},
	}}
}

// ask sends a request and returns the status and the page at the end of all redirects.
func (h *hosted) ask(who *http.Client, method, address string, form url.Values, headers ...string) (int, string) {
	h.Helper()
	r, err := http.NewRequestWithContext(h.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		h.Fatal(err)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", h.public)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	reply, err := who.Do(r)
	if err != nil {
		h.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		h.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

var eightDigits = regexp.MustCompile(`\b\d{4} \d{4}\b`)

// TestHosting lets a class play through nginx with TLS: the teacher by the link, pupils by the code, streams of events.
// A header that a client forges gains nothing, and nobody is the teacher without the key.
func TestHosting(t *testing.T) {
	needs(t, "class")
	if os.Getenv("MENACE_HOSTING") != "required" {
		t.Skip("runs only if MENACE_HOSTING requires it, with nginx")
	}
	h := host(t)
	if !strings.HasPrefix(h.teacher, h.public+"/teacher/") {
		t.Fatalf("the teacher's link is %s", h.teacher)
	}
	teacher := h.browser("127.0.0.1")
	if status, page := h.ask(teacher, "GET", h.teacher, nil); status != http.StatusOK || !strings.Contains(page, "New class") {
		t.Fatalf("the teacher's link: status %d: %s", status, page)
	}
	site, _ := url.Parse(h.public)
	if cookies := teacher.Jar.Cookies(site); len(cookies) == 0 {
		t.Error("the teacher has no cookie")
	}
	plain, _ := url.Parse(strings.Replace(h.public, "https:", "http:", 1))
	if cookies := teacher.Jar.Cookies(plain); len(cookies) > 0 {
		t.Errorf("without TLS a browser sends %v", cookies)
	}
	status, page := h.ask(teacher, "POST", h.public+"/class", url.Values{"name": {"7a"}, "machine": {"michie"}})
	code := eightDigits.FindString(page)
	if status != http.StatusOK || code == "" || !strings.Contains(page, site.Host+"/join") {
		t.Fatalf("the class: status %d, code %q, or not its address: %s", status, code, page)
	}

	// A pupil joins and plays; the pupil's stream shows the move at once.
	pupil := h.browser("127.0.0.2")
	play := h.join(pupil, code, "Mia")
	events, err := pupil.Get(play + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	lines := bufio.NewScanner(events.Body)
	lines.Buffer(nil, 1<<20)
	next := func() string {
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "data: ") {
				return lines.Text()
			}
		}
		t.Fatalf("the stream has ended: %v", lines.Err())
		return ""
	}
	next()
	_, page = h.ask(pupil, "GET", play, nil)
	move := offered.FindStringSubmatch(page)
	if move == nil {
		t.Fatalf("no move is offered: %s", page)
	}
	if status, _ := h.ask(pupil, "POST", play+"/move", url.Values{"move": {move[1]}}); status != http.StatusOK {
		t.Errorf("a move: status %d", status)
	}
	if shown := next(); !strings.Contains(shown, "board") {
		t.Errorf("after a move the stream shows %.200s", shown)
	}

	// Nobody is the teacher without the key, whatever they claim; a form from another site changes nothing.
	for what, headers := range map[string][]string{
		"nothing": nil, "this computer": {"X-Forwarded-For", "127.0.0.1", "X-Real-Ip", "127.0.0.1"},
		"another host": {"X-Forwarded-Host", "localhost:1961", "Forwarded", "for=127.0.0.1;host=localhost"},
	} {
		for _, at := range []string{h.public, h.direct} {
			stranger := h.browser("127.0.0.3")
			if _, page := h.ask(stranger, "GET", at+"/class", nil, headers...); strings.Contains(page, "New class") {
				t.Errorf("at %s with %s a stranger is the teacher", at, what)
			}
		}
	}
	if status, _ := h.ask(teacher, "POST", h.public+"/class", url.Values{"name": {"b"}, "machine": {"michie"}},
		"Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site"); status != http.StatusForbidden {
		t.Errorf("a form of another site: status %d", status)
	}

	// Guesses are limited by the client that nginx sees, not by what the client claims.
	guess := func(who *http.Client, n int) string {
		_, page := h.ask(who, "POST", h.public+"/join", url.Values{"code": {fmt.Sprintf("%08d", n)}},
			"X-Forwarded-For", fmt.Sprintf("198.51.100.%d", n%250))
		return page
	}
	refused, guesser := false, h.browser("127.0.0.4")
	for n := 0; n < 60 && !refused; n++ {
		refused = strings.Contains(guess(guesser, n), "try again in")
	}
	if !refused {
		t.Error("a client that forges addresses can guess for ever")
	}
	h.join(h.browser("127.0.0.5"), code, "Ben") // others are not held up

	// Browsers are told to use TLS always, and no log has a key or a code.
	reply, err := teacher.Get(h.public + "/class")
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("got the headers %v", reply.Header)
	}
	for _, log := range []string{"menace.log", "menace-error.log", "errors"} {
		text, err := os.ReadFile(filepath.Join(h.folder, log))
		if err != nil || log == "menace.log" && !strings.Contains(string(text), " POST 303 ") {
			t.Errorf("%s has %q, %v", log, text, err)
		}
		for _, secret := range []string{path.Base(h.teacher), strings.ReplaceAll(code, " ", ""), "/play/"} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s contains %s", log, secret)
			}
		}
	}
}

// join lets a pupil join with a code, and returns the address of the pupil's page.
func (h *hosted) join(who *http.Client, code, name string) (play string) {
	h.Helper()
	var at string
	who.CheckRedirect = func(r *http.Request, _ []*http.Request) error { at = r.URL.Path; return nil }
	status, page := h.ask(who, "POST", h.public+"/join", url.Values{"code": {code}})
	key := regexp.MustCompile(`name="key" value="([^"]*)"`).FindStringSubmatch(page)
	if status != http.StatusOK || key == nil {
		h.Fatalf("the code %s: status %d: %s", code, status, page)
	}
	form := url.Values{"code": {strings.ReplaceAll(code, " ", "")}, "key": {key[1]}, "nickname": {name}}
	if status, page := h.ask(who, "POST", h.public+at, form); status != http.StatusOK {
		h.Fatalf("joining at %s: status %d: %s", at, status, page)
	}
	return h.public + at
}
