package classroom

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// checkPublic returns an error unless an address is a valid address of the site.
func checkPublic(address string) error {
	at, err := url.Parse(address)
	switch {
	case err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "":
		return fmt.Errorf("%q is no address such as https://menace.example.org", address)
	case at.Path != "" && at.Path != "/" || at.RawQuery != "" || at.Fragment != "" || at.User != nil:
		return fmt.Errorf("%q has more than a host: the site needs a host name of its own", address)
	}
	return nil
}

// hostOf returns the host name of an address that has passed [checkPublic].
func hostOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return at.Hostname()
}

// readProxies parses a list of addresses. It rejects networks: any client in a trusted network could pretend to be any
// other client, such as pupils in a school's network, or containers beside that of the proxy.
func readProxies(list string) (found []netip.Addr, err error) {
	for text := range strings.SplitSeq(list, ",") {
		text = strings.TrimSpace(text)
		address, err := netip.ParseAddr(text)
		if network, not := netip.ParsePrefix(text); err != nil && not == nil {
			return nil, fmt.Errorf("%s is a network, in which every computer would be believed; "+
				"name the address of the proxy alone, such as %s", text, network.Masked().Addr().Next())
		}
		if err != nil {
			return nil, fmt.Errorf("%q is no address such as 10.0.0.5", text)
		}
		found = append(found, address.Unmap())
	}
	return found, nil
}

// clientOf identifies the device behind a request. A proxy appends the address that it sees to the header
// X-Forwarded-For, after whatever its client may have written there. So the header is read from its end, as long as
// each address belongs to a trusted proxy. An IPv6 device has many addresses with the same beginning, which identifies
// it.
func clientOf(r *http.Request, proxies []netip.Addr) string {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	client := at.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		before, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil || !slices.Contains(proxies, client) {
			break
		}
		client = before.Unmap()
	}
	if client.Is6() {
		network, _ := client.Prefix(64)
		return network.Masked().Addr().String()
	}
	return client.String()
}
