package machines

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// network is the HTTP server of the pages and its current listener.
type network struct {
	server http.Server
	failed chan error // receives the error if the server fails

	mutex    sync.Mutex
	listener net.Listener
}

// serve answers requests to a listener in the background.
func (n *network) serve(l net.Listener) {
	go func() {
		err := n.server.Serve(l)
		n.mutex.Lock()
		defer n.mutex.Unlock()
		if n.listener == l { // it was not replaced
			select {
			case n.failed <- err:
			default:
			}
		}
	}()
}

// Address returns the address where the pages are served. Call it after [Machines.Serve].
func (m *Machines) Address() *net.TCPAddr {
	m.network.mutex.Lock()
	defer m.network.mutex.Unlock()
	return m.network.listener.Addr().(*net.TCPAddr)
}

// OpenToNetwork lets other computers reach the pages at the same port, if only this computer could so far.
func (m *Machines) OpenToNetwork(ctx context.Context) error {
	n := m.network
	n.mutex.Lock()
	defer n.mutex.Unlock()
	at := n.listener.Addr().(*net.TCPAddr)
	if !at.IP.IsLoopback() {
		return nil
	}
	everywhere := net.JoinHostPort("", strconv.Itoa(at.Port))
	wide, err := Listen(ctx, everywhere)
	if errors.Is(err, ErrInUse) { // on Linux, by our own listener; its connections continue
		n.listener.Close()
		if wide, err = Listen(ctx, everywhere); err != nil {
			back, failed := Listen(ctx, at.String())
			if failed != nil {
				return errors.Join(err, failed)
			}
			n.listener = back
			n.serve(back)
		}
	}
	if err == nil {
		n.listener = wide
		n.serve(wide)
	}
	return err
}

// hostNames returns the names by which others on the network know this computer.
func hostNames() []string {
	name, err := os.Hostname()
	if err != nil {
		return nil
	}
	short, _, _ := strings.Cut(name, ".")
	return []string{name, short, short + ".local"}
}

// Reachable returns this computer's addresses for others: the one for host or, if host means all addresses, the three
// most likely ones: first the one that reaches the internet, then other IPv4 addresses.
func Reachable(host, port string) (addresses []string, err error) {
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
