package classroom

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

type classOptions struct {
	Addr  string
	Agent string
	Open  bool // open the teacher's page in a browser
	New   bool // begin a new class
	Yes   bool // delete the stored class without asking
}

func (f *feature) command(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "class",
		Flags:  func() []term.Flag { return term.Flags("", usualClass.options()) },
		Action: store.Action(con, data.Create, parseClass, f.run),
	}
}

// usualClass listens on the network.
var usualClass = classOptions{Addr: ":1961", Agent: "our-menace"}

func (o *classOptions) options() []option.Option {
	return []option.Option{
		{Name: "addr", Meaning: "listen on `HOST:PORT`; port 0 takes any free port",
			Value: option.Checked(option.Word(&o.Addr), machines.CheckAddress)},
		{Name: "agent", Short: "a", Meaning: "play against the machine `NAME`, which is made if there is none",
			Complete: "agent", Value: option.Checked(option.Word(&o.Agent), data.CheckName)},
		{Name: "open", Meaning: "open the teacher's page in a browser", Value: option.Switch(&o.Open)},
		{Name: "new", Meaning: "begin a new class instead of continuing the stored one", Value: option.Switch(&o.New)},
		{Name: "yes", Meaning: "with --new, delete the stored class without asking", Value: option.Switch(&o.Yes)},
	}
}

func parseClass(c *term.Invocation) (classOptions, error) {
	o, err := term.Parse((*classOptions).options, usualClass)(c)
	if err == nil && o.Yes && !o.New {
		err = term.Usagef("--yes needs --new")
	}
	return o, err
}

func (f *feature) run(ctx context.Context, con *term.IO, db *data.DB, o classOptions) error {
	f.store.Use(db)
	listener, err := machines.Listen(ctx, o.Addr)
	host, port, _ := net.SplitHostPort(o.Addr)
	if errors.Is(err, machines.ErrInUse) {
		err = fmt.Errorf("%w; the class may already be open at http://localhost:%s/class", err, port)
	}
	if err != nil {
		return err
	}
	if err := f.open(ctx, con, db, o, listener.Addr().(*net.TCPAddr)); err != nil {
		listener.Close()
		return err
	}
	defer f.class.Close()
	return f.machines.Serve(ctx, con, listener, append(hostNames(), host)...)
}

// classAgent creates the agent of a class unless it exists. A preset with its name gives the rules, otherwise they are
// Michie's; [agents.ForClass] adapts them.
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
	rules = agents.ForClass(rules)
	if rules.OnEmpty == menace.Restock {
		refills = ", which refills empty boxes"
	}
	con.Note("there is no machine %s yet, so a new one is made%s%s", name, refills, words.DidYouMean(name,
		unknown.Names, ""))
	_, err = agents.Make(ctx, l, name, rules, arena.NoSeed)
	return err
}

// open opens the page to a class, and prints the addresses for the teacher and the pupils. The terminal may be
// projected for its QR code, so the teacher's secret link appears only if localhost does not lead to the page.
func (f *feature) open(ctx context.Context, con *term.IO, db *data.DB, o classOptions, at *net.TCPAddr) error {
	host, _, _ := net.SplitHostPort(o.Addr)
	addresses, err := reachableAddresses(host, strconv.Itoa(at.Port))
	if err != nil {
		return err
	}
	if err := classAgent(ctx, con, db, o.Agent); err != nil {
		return err
	}
	teacher := "http://" + at.String() + "/class"
	if at.IP.IsUnspecified() {
		teacher = fmt.Sprintf("http://localhost:%d/class", at.Port)
	}
	home := "http://" + addresses[0]
	c, err := OpenClass(ctx, db, f.machines.Registry(), o.Agent, teacher)
	if err != nil {
		return err
	}
	f.class, f.address = c, home
	if o.New {
		if err := o.renew(ctx, con, c); err != nil {
			c.Close()
			return err
		}
	}
	code := c.State().PupilToken
	if !at.IP.IsUnspecified() && !at.IP.IsLoopback() {
		teacher = home + "/join/" + c.State().TeacherToken
	}
	if c.Resumed {
		con.Say("The class against %s goes on, with %s; --new begins another.", term.Bold(o.Agent),
			words.Plural(len(c.Standing().Pupils), "pupil"))
	} else {
		path, _ := filepath.Abs(db.Path())
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
		machines.OpenBrowser(con, teacher)
	}
	return nil
}

// renew replaces the stored class with a new one. If that would delete anything, it asks first, unless --yes is set.
func (o classOptions) renew(ctx context.Context, con *term.IO, c *Class) error {
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
