package command

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web"
	"menace/data"
	"menace/menace"
)

// classAgent returns the default agent, for a class without --agent, and makes it if there is none.
func classAgent(ctx context.Context, con *console.IO, l *lab.Lab) (string, error) {
	_, err := l.Agent(ctx, cli.DefaultAgent)
	if errors.Is(err, data.ErrNotFound) {
		con.Note("there is no agent %s yet, so a new one is made", cli.DefaultAgent)
		_, err = l.Make(ctx, cli.DefaultAgent, menace.Michie(), lab.NoSeed)
	}
	return cli.DefaultAgent, err
}

// gather returns the page of a class, and prints the links for teacher and pupils, which are printed nowhere else.
func gather(con *console.IO, l *lab.Lab, o serveOptions, at *net.TCPAddr) (*web.Server, error) {
	host, _, _ := net.SplitHostPort(o.Addr)
	hosts, err := reached(host)
	if err != nil {
		return nil, err
	}
	var addresses []string
	for _, host := range hosts {
		addresses = append(addresses, net.JoinHostPort(host, strconv.Itoa(at.Port)))
	}
	home := "http://" + addresses[0]
	c := live.NewClass(o.Agent)
	page := web.New(l, append(hostNames(), host)...)
	page.Hold(c, home)
	teacher, pupils := home+"/join/"+c.TeacherToken, home+"/join/"+c.PupilToken
	con.Say("A class plays against %s.", console.Bold(o.Agent))
	con.Say("The teacher comes in by %s", console.Bold(teacher))
	con.Say("Pupils come in by %s", console.Bold(pupils))
	con.Say("or at %s with the code %s", strings.Join(addresses, " or "),
		console.Bold(c.PupilToken[:4]+"-"+c.PupilToken[4:]))
	con.QR(pupils)
	con.Note("Ctrl-C ends it")
	if ip := net.ParseIP(hosts[0]); ip != nil && ip.IsLoopback() || hosts[0] == "localhost" {
		con.Note("only this computer reaches %s; without --addr the whole network does", hosts[0])
	}
	if o.Open {
		openBrowser(con, teacher)
	}
	return page, nil
}

// hostNames returns the names by which others on the network may call this computer.
func hostNames() []string {
	name, err := os.Hostname()
	if err != nil {
		return nil
	}
	short, _, _ := strings.Cut(name, ".")
	return []string{name, short, short + ".local"}
}

// reached returns the hosts by which others reach this computer if it listens at host, the likeliest first: up to three
// of its IP addresses if it listens at all of them.
func reached(host string) ([]string, error) {
	if ip, err := netip.ParseAddr(host); host != "" && (err != nil || !ip.IsUnspecified()) {
		return []string{host}, nil
	}
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	const most = 3
	hosts := hostNumbers(found, outward())
	if len(hosts) == 0 {
		return []string{"localhost"}, nil
	}
	return hosts[:min(len(hosts), most)], nil
}

// hostNumbers returns the IP addresses of a computer on networks: the given one first, then those of version 4.
func hostNumbers(found []net.Addr, first netip.Addr) (hosts []string) {
	var all []netip.Addr
	for _, a := range found {
		if network, ok := a.(*net.IPNet); ok {
			if ip, ok := netip.AddrFromSlice(network.IP); ok && ip.Unmap().IsGlobalUnicast() {
				all = append(all, ip.Unmap())
			}
		}
	}
	rank := func(ip netip.Addr) int {
		switch {
		case ip == first:
			return 0
		case ip.Is4():
			return 1
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b netip.Addr) int { return rank(a) - rank(b) })
	for _, ip := range all {
		hosts = append(hosts, ip.String())
	}
	return hosts
}

// outward returns the IP address from which this computer would send to the internet. It sends nothing.
func outward() netip.Addr {
	conn, err := net.Dial("udp4", "192.0.2.1:9") // of a network for examples, RFC 5737
	if err != nil {
		return netip.Addr{}
	}
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).AddrPort().Addr()
}
