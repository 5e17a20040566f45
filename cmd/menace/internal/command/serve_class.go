package command

import (
	"context"
	"errors"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web"
	"menace/cmd/menace/internal/words"
	"menace/menace"
)

// classAgent creates the agent of a class unless it exists. Its rules are those of the preset with its name, or else
// Michie's, but it refills empty boxes.
func classAgent(ctx context.Context, con *console.IO, l *lab.Lab, name string) error {
	_, err := l.Agent(ctx, name)
	unknown := new(lab.UnknownError)
	if !errors.As(err, &unknown) {
		return err
	}
	rules, err := menace.Preset(name)
	if err != nil {
		rules = menace.Michie()
	}
	refills := ""
	if rules = lab.ForClass(rules); rules.OnEmpty == menace.Restock {
		refills = ", which refills empty boxes"
	}
	con.Note("there is no agent %s yet, so a new one is made%s%s", name, refills, words.DidYouMean(name,
		unknown.Names, ""))
	_, err = l.Make(ctx, name, rules, lab.NoSeed)
	return err
}

// gather opens the page to a class, and prints the addresses for the teacher and the pupils. It prints the teacher's
// link only if this computer cannot open the page as localhost, since the terminal is projected for the QR code.
func gather(ctx context.Context, con *console.IO, page *web.Server, o serveOptions, at *net.TCPAddr) error {
	host, _, _ := net.SplitHostPort(o.Addr)
	hosts, err := reached(host)
	if err != nil {
		return err
	}
	port := strconv.Itoa(at.Port)
	var addresses []string
	for _, host := range hosts {
		addresses = append(addresses, net.JoinHostPort(host, port))
	}
	home := "http://" + addresses[0]
	c, err := page.Hold(ctx, o.Agent, o.New, home)
	if err != nil {
		return err
	}
	code, teacher := c.PupilToken(), "http://"+net.JoinHostPort("localhost", port)+"/class"
	if at.IP.IsLoopback() {
		teacher = "http://" + at.String() + "/class"
	} else if !at.IP.IsUnspecified() {
		teacher = home + "/join/" + c.TeacherToken()
	}
	if c.Resumed {
		con.Say("The class against %s goes on, with %s; --new begins another.", console.Bold(o.Agent),
			words.Plural(len(c.Standing().Pupils), "pupil"))
	} else {
		con.Say("A class plays against %s.", console.Bold(o.Agent))
	}
	con.Say("The teacher opens %s on this computer", console.Bold(teacher))
	con.Say("The pupils' link is %s", console.Bold(home+"/join/"+code))
	con.Say("or at %s with the code %s", strings.Join(addresses, " or "), console.Bold(code[:4]+"-"+code[4:]))
	con.QR(home + "/join/" + code)
	con.Note("Ctrl-C ends it")
	if ip := net.ParseIP(hosts[0]); ip != nil && ip.IsLoopback() || hosts[0] == "localhost" {
		con.Note("only this computer can reach %s; without --addr the whole network can", hosts[0])
	}
	if o.Open {
		openBrowser(con, teacher)
	}
	return nil
}

// hostNames returns the names under which others on the network may reach this computer.
func hostNames() []string {
	name, err := os.Hostname()
	if err != nil {
		return nil
	}
	short, _, _ := strings.Cut(name, ".")
	return []string{name, short, short + ".local"}
}

// reached returns the hosts by which others reach this computer if it listens at host: up to three of its IP addresses
// if it listens at all of them. The first is that from which it would send to the internet; those of version 4 follow.
func reached(host string) (hosts []string, err error) {
	if host != "" && !net.ParseIP(host).IsUnspecified() {
		return []string{host}, nil
	}
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	var outward net.IP
	if conn, err := net.Dial("udp4", "192.0.2.1:9"); err == nil { // of a network for examples, RFC 5737; sends nothing
		outward = conn.LocalAddr().(*net.UDPAddr).IP
		conn.Close()
	}
	rank := func(ip net.IP) int {
		switch {
		case ip.Equal(outward):
			return 0
		case ip.To4() != nil:
			return 1
		}
		return 2
	}
	var all []net.IP
	for _, a := range found {
		if network, ok := a.(*net.IPNet); ok && network.IP.IsGlobalUnicast() {
			all = append(all, network.IP)
		}
	}
	slices.SortStableFunc(all, func(a, b net.IP) int { return rank(a) - rank(b) })
	for _, ip := range all[:min(len(all), 3)] {
		hosts = append(hosts, ip.String())
	}
	if len(hosts) == 0 {
		hosts = []string{"localhost"}
	}
	return hosts, nil
}
