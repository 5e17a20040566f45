package classroom

import (
	"context"
	_ "embed"
	"net"
	"net/netip"
	"strconv"
	"sync"

	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/term"
)

//go:embed help.txt
var helpText string

// feature is the command and the pages of classes.
type feature struct {
	machines *machines.Machines
	store    *database.Store
	classes  *Classes // nil until first used

	con     *term.IO
	host    string       // the host of --addr of the command class, unless it listens on all addresses
	public  string       // the public address of the site behind a proxy, or ""
	proxies []netip.Addr // trusted proxies, or none
	once    sync.Once    // the links have been printed
	links   string       // the content of the file with the teacher's links
}

// Feature returns the feature, which builds on machines.
func Feature(m *machines.Machines, db *database.Store) app.Feature {
	f := &feature{machines: m, store: db}
	db.Add(database.Kind{Name: "class", Check: Check})
	m.AtBegin(f.beginAgain)
	m.AtEnd(func() {
		if f.classes != nil {
			f.classes.End()
			f.removeLinks()
		}
	})
	return app.Feature{
		Name: "classroom",
		Commands: func(con *term.IO) []*term.Command {
			f.con = con
			list := []*term.Command{f.command(con)}
			term.NewHelp(helpText, nil).Describe("", list)
			return term.Share(list)
		},
		Pages: func(s *site.Server) site.Pages {
			return Pages(m.Pages(), db.Opened(), f.allClasses(), Site{
				Address: f.address, Network: f.openToNetwork, Page: f.listAddress,
				Proxies: f.proxies,
			})
		},
	}
}

// allClasses returns the classes in the database.
func (f *feature) allClasses() *Classes {
	if f.classes == nil {
		f.classes = NewClasses(f.store.Opened(), f.machines.Live())
	}
	return f.classes
}

// addresses returns the addresses at which other devices find the site now, most likely one first.
func (f *feature) addresses() []string {
	if f.public != "" {
		return []string{f.public}
	}
	found := f.reachable()
	for i := range found {
		found[i] = "http://" + found[i]
	}
	return found
}

// reachable returns the hosts and ports at which other devices find this computer, most likely one first.
func (f *feature) reachable() []string {
	at := f.machines.Address()
	host := f.host
	if host == "" && at.IP.IsLoopback() {
		host = at.IP.String()
	}
	found, err := machines.Reachable(host, strconv.Itoa(at.Port))
	if err != nil {
		return []string{net.JoinHostPort("localhost", strconv.Itoa(at.Port))}
	}
	return found
}

func (f *feature) address() string { return f.addresses()[0] }

// listAddress returns the address of the list of classes on this computer.
func (f *feature) listAddress() string { return f.localAddress() + "/class" }

// localAddress returns the site's address on this computer.
func (f *feature) localAddress() string {
	at := f.machines.Address()
	switch {
	case f.public != "":
		return f.public
	case at.IP.IsUnspecified() || at.IP.IsLoopback() && f.host == "":
		return "http://" + net.JoinHostPort("localhost", strconv.Itoa(at.Port))
	}
	return "http://" + at.String()
}

// openToNetwork lets other devices reach the site, unless the command was told where to listen.
func (f *feature) openToNetwork(ctx context.Context) error {
	if f.host == "" {
		if err := f.machines.OpenToNetwork(ctx); err != nil {
			return err
		}
	}
	f.printLinks()
	return nil
}

// isLocal reports whether an address works on this computer only.
func isLocal(address string) bool {
	host := hostOf(address)
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
