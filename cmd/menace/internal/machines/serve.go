package machines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/web"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

type serveOptions struct {
	Addr  string
	Agent string // agent whose page is shown first, or ""
	Open  bool   // open the page in a browser
	Class bool   // open the page to a class, on the network
	New   bool   // begin a new class
	Yes   bool   // delete the stored class without asking
}

func serveCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "serve",
		Flags:  func() []term.Flag { return term.Flags("", serveTable, serveOptions{}) },
		Action: store.InLabAs(con, serveOptions.mode, parseServe, runServe),
	}
}

// Usual addresses to listen on, for this computer only and for the network.
const (
	localAddress   = "localhost:1961"
	networkAddress = ":1961"
)

// classMachine is the usual machine of a class.
const classMachine = "our-menace"

var serveTable = []option.Option[serveOptions]{
	{Name: "addr", Meaning: "listen on `HOST:PORT`; port 0 takes any free port",
		Default: localAddress + ", with --class " + networkAddress,
		In:      func(o *serveOptions) option.Value { return option.Checked(option.Word(&o.Addr), checkAddress) }},
	{Name: "agent", Short: "a", Meaning: "show the machine `NAME` first", Complete: "agent",
		Default: "all machines, with --class " + classMachine,
		In:      func(o *serveOptions) option.Value { return option.Checked(option.Word(&o.Agent), data.CheckName) }},
	{Name: "open", Meaning: "open the page in a browser, on another port if " + localAddress + " is in use",
		In: func(o *serveOptions) option.Value { return option.Switch(&o.Open) }},
	{Name: "class", Meaning: "serve a class, whose pupils can only play",
		In: func(o *serveOptions) option.Value { return option.Switch(&o.Class) }},
	{Name: "new", Meaning: "with --class, begin a new class instead of continuing the stored one",
		In: func(o *serveOptions) option.Value { return option.Switch(&o.New) }},
	{Name: "yes", Meaning: "with --new, delete the stored class without asking",
		In: func(o *serveOptions) option.Value { return option.Switch(&o.Yes) }},
}

// checkAddress returns an error unless addr is HOST:PORT with a port in decimal digits.
func checkAddress(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if n, notNumber := strconv.ParseUint(port, 10, 16); err != nil || notNumber != nil ||
		strconv.FormatUint(n, 10) != port {
		return fmt.Errorf("%q is not HOST:PORT, as in localhost:1961, with a port from 0 to 65535", addr)
	}
	return nil
}

func parseServe(c *term.Invocation) (serveOptions, error) {
	o, err := term.Parse(serveTable, serveOptions{})(c)
	usual := localAddress
	if o.Class {
		usual, o.Agent = networkAddress, cmp.Or(o.Agent, classMachine)
	}
	o.Addr = cmp.Or(o.Addr, usual)
	switch {
	case err != nil:
	case o.New && !o.Class:
		err = term.Usagef("--new needs --class")
	case o.Yes && !o.New:
		err = term.Usagef("--yes needs --new")
	}
	return o, err
}

func (o serveOptions) mode() data.Mode {
	if o.Agent != "" && !o.Class {
		return data.Write // the agent must exist
	}
	return data.Create
}

func runServe(ctx context.Context, con *term.IO, l *data.DB, o serveOptions) error {
	if o.Agent != "" && !o.Class {
		if _, err := l.Load(ctx, o.Agent); err != nil {
			return err
		}
	}
	listener, err := listen(ctx, o.Addr)
	if o.Open && o.Addr == localAddress && errors.Is(err, errInUse) {
		listener, err = listen(ctx, "localhost:0")
	}
	if o.Class && errors.Is(err, errInUse) {
		_, port, _ := net.SplitHostPort(o.Addr)
		err = fmt.Errorf("%w; the class may already be open at http://localhost:%s/class", err, port)
	}
	if err != nil {
		return err
	}
	go watchDatabase(ctx, con, l)
	at := listener.Addr().(*net.TCPAddr)
	host, _, _ := net.SplitHostPort(o.Addr)
	names := []string{host}
	if o.Class {
		names = append(names, hostNames()...)
	}
	page := web.New(l, site.Config{Hosts: names, Note: con.Note})
	if !o.Class {
		printAddress(con, o, at)
	} else if err := openClass(ctx, con, l, page, o, at); err != nil {
		page.Close()
		return err
	}
	return serve(ctx, page, listener)
}

// watchDatabase prints a notice when the database is no longer at its path. The pages show it too.
func watchDatabase(ctx context.Context, con *term.IO, l *data.DB) {
	for range time.Tick(time.Second) {
		if ctx.Err() != nil {
			return
		}
		if err := l.InPlace(); err != nil {
			con.Note("%v", err)
			return
		}
	}
}

// errInUse reports that another program is listening on an address.
var errInUse = errors.New("is already in use, perhaps by MENACE itself")

func listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	var name *net.DNSError
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, syscall.Errno(10048)): // WSAEADDRINUSE on Windows
		free := "localhost:0"
		if strings.HasPrefix(addr, ":") {
			free = ":0"
		}
		return nil, fmt.Errorf("%s %w; --addr %s takes any free port", addr, errInUse, free)
	case errors.As(err, &name):
		return nil, fmt.Errorf("cannot listen on %s: there is no host %s", addr, name.Name)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on %s: %w", addr, term.Reason(err))
	}
	return listener, nil
}

// printAddress prints the address of the page, and opens it with --open. An unspecified host is this computer.
func printAddress(con *term.IO, o serveOptions, at *net.TCPAddr) {
	host, _, _ := net.SplitHostPort(o.Addr)
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "localhost"
	}
	page := url.URL{Scheme: "http", Host: net.JoinHostPort(host, strconv.Itoa(at.Port)), Path: "/"}
	if o.Agent != "" {
		page.Path = "/agents/" + o.Agent
	}
	con.Say("The laboratory is at %s", term.Bold(page.String()))
	con.Note("Ctrl-C ends it")
	if !at.IP.IsLoopback() {
		con.Note("anyone who can reach %s can do everything there that you can", at)
	}
	if o.Open {
		openBrowser(con, page.String())
	}
}

// serve answers requests until the context ends, and then stops what is running.
func serve(ctx context.Context, page *web.Server, listener net.Listener) error {
	server := &http.Server{ // streams of events set their own write deadline
		Handler: page.Handler(), MaxHeaderBytes: 1 << 16,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute,
		IdleTimeout: 2 * time.Minute,
	}
	server.RegisterOnShutdown(page.EndStreams)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second) // time to answer pending requests
	defer cancel()
	if errors.Is(server.Shutdown(ending), context.DeadlineExceeded) {
		server.Close()
	}
	page.Close() // last, because requests may start to train
	return err
}

// openBrowser opens a page in the default browser of this computer, or prints why it cannot.
func openBrowser(con *term.IO, page string) {
	name, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	command := exec.Command(name, args...)
	if err := command.Start(); err != nil {
		con.Note("cannot open a browser: %s", term.Reason(err))
		return
	}
	go command.Wait()
}

// classAgent creates the agent of a class unless it exists. A preset with its name gives the rules, otherwise they are
// Michie's; [lab.ForClass] adapts them.
func classAgent(ctx context.Context, con *term.IO, l *data.DB, name string) error {
	_, err := l.Load(ctx, name)
	unknown := new(data.NotFoundError)
	if !errors.As(err, &unknown) {
		return err
	}
	rules, err := menace.Preset(name)
	if err != nil {
		rules = menace.Michie()
	}
	refills := ""
	rules = lab.ForClass(rules)
	if rules.OnEmpty == menace.Restock {
		refills = ", which refills empty boxes"
	}
	con.Note("there is no machine %s yet, so a new one is made%s%s", name, refills, words.DidYouMean(name,
		unknown.Names, ""))
	_, err = lab.Make(ctx, l, name, rules, arena.NoSeed)
	return err
}

// openClass opens the page to a class, and prints the addresses for the teacher and the pupils. The terminal may be
// projected for its QR code, so the teacher's secret link appears only if localhost does not lead to the page.
func openClass(ctx context.Context, con *term.IO, l *data.DB, page *web.Server, o serveOptions, at *net.TCPAddr) error {
	host, _, _ := net.SplitHostPort(o.Addr)
	addresses, err := reachableAddresses(host, strconv.Itoa(at.Port))
	if err != nil {
		return err
	}
	if err := classAgent(ctx, con, l, o.Agent); err != nil {
		return err
	}
	teacher := "http://" + at.String() + "/class"
	if at.IP.IsUnspecified() {
		teacher = fmt.Sprintf("http://localhost:%d/class", at.Port)
	}
	home := "http://" + addresses[0]
	c, err := page.OpenClass(ctx, o.Agent, home, teacher)
	if err == nil && o.New {
		err = o.renew(ctx, con, c)
	}
	if err != nil {
		return err
	}
	code := c.State().PupilToken
	if !at.IP.IsUnspecified() && !at.IP.IsLoopback() {
		teacher = home + "/join/" + c.State().TeacherToken
	}
	if c.Resumed {
		con.Say("The class against %s goes on, with %s; --new begins another.", term.Bold(o.Agent),
			words.Plural(len(c.Standing().Pupils), "pupil"))
	} else {
		path, _ := filepath.Abs(l.Path())
		con.Say("A class plays against %s, and is stored in %s.", term.Bold(o.Agent), path)
	}
	con.Say("The teacher opens %s on this computer", term.Bold(teacher))
	con.Say("The pupils' link is %s", term.Bold(home+"/join/"+code))
	con.Say("or at %s with the code %s", strings.Join(addresses, " or "), term.Bold(code[:4]+"-"+code[4:]))
	con.QR(home + "/join/" + code)
	con.Note("Ctrl-C ends it")
	const alone = "only this computer can reach %s; for phones, %s"
	if host != "" && at.IP.IsLoopback() {
		con.Note(alone, host, "leave out --addr")
	} else if strings.HasPrefix(addresses[0], "localhost:") {
		con.Note(alone, "localhost", "join a Wi-Fi or a hotspot, and start the class again")
	}
	if o.Open {
		openBrowser(con, teacher)
	}
	return nil
}

// renew replaces the stored class with a new one. If that would delete anything, it asks first, unless --yes is set.
func (o serveOptions) renew(ctx context.Context, con *term.IO, c *classroom.Class) error {
	pupils, games := len(c.Standing().Pupils), len(c.Games())
	if !o.Yes && pupils+games > 0 {
		holds := fmt.Sprintf("the class against %s, with %s and %s in its score", o.Agent,
			words.Plural(pupils, "pupil"), words.Plural(games, "game"))
		if !con.Interactive() {
			return fmt.Errorf("--new would delete %s; --yes confirms that", holds)
		}
		confirmed, err := con.Confirm(ctx, "A new class replaces "+holds+". The machine stays as it is.",
			"Type yes to delete the old class; Enter goes on with it: ")
		if err != nil || !confirmed {
			return err
		}
	}
	return c.Renew(ctx)
}

// hostNames returns the names by which others on the network may reach this computer.
func hostNames() []string {
	name, err := os.Hostname()
	if err != nil {
		return nil
	}
	short, _, _ := strings.Cut(name, ".")
	return []string{name, short, short + ".local"}
}

// reachableAddresses returns the addresses at which others can reach this computer if it listens on host, or the three
// most likely ones if it listens on all: first the one that reaches the internet, then those of IPv4.
func reachableAddresses(host, port string) (addresses []string, err error) {
	if host != "" && !net.ParseIP(host).IsUnspecified() {
		return []string{net.JoinHostPort(host, port)}, nil
	}
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	var outward net.IP
	if conn, err := net.Dial("udp4", "192.0.2.1:9"); err == nil { // RFC 5737; sends nothing
		outward = conn.LocalAddr().(*net.UDPAddr).IP
		conn.Close()
	}
	var ranked [3][]string
	for _, a := range found {
		network, ok := a.(*net.IPNet)
		if !ok || !network.IP.IsGlobalUnicast() {
			continue
		}
		rank := 2
		if network.IP.Equal(outward) {
			rank = 0
		} else if network.IP.To4() != nil {
			rank = 1
		}
		ranked[rank] = append(ranked[rank], net.JoinHostPort(network.IP.String(), port))
	}
	addresses = slices.Concat(ranked[:]...)
	if len(addresses) == 0 {
		addresses = []string{net.JoinHostPort("localhost", port)}
	}
	return addresses[:min(len(addresses), 3)], nil
}
