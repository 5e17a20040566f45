package classroom

import (
	"net/http/httptest"
	"testing"
)

// TestClientOf finds the client behind proxies, and lets nobody choose an address.
func TestClientOf(t *testing.T) {
	proxies, err := readProxies("127.0.0.1, ::1,10.0.0.5")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from      string
		forwarded []string
		want      string
	}{
		{"192.0.2.7:4711", nil, "192.0.2.7"},
		{"192.0.2.7:4711", []string{"198.51.100.1"}, "192.0.2.7"}, // a stranger, no proxy
		{"127.0.0.1:4711", nil, "127.0.0.1"},
		{"127.0.0.1:4711", []string{"198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:4711", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"}, // the first one is forged
		{"127.0.0.1:4711", []string{"203.0.113.9", "198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:4711", []string{"203.0.113.9, 198.51.100.1, 10.0.0.5"}, "198.51.100.1"}, // two proxies
		{"127.0.0.1:4711", []string{"127.0.0.1, 198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:4711", []string{"198.51.100.1, nonsense"}, "127.0.0.1"},
		{"10.0.0.6:4711", []string{"198.51.100.1"}, "10.0.0.6"}, // beside the proxy
		{"[::1]:4711", []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::"},
		{"[::ffff:127.0.0.1]:4711", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
	} {
		r := httptest.NewRequest("GET", "/join", nil)
		r.RemoteAddr = c.from
		for _, line := range c.forwarded {
			r.Header.Add("X-Forwarded-For", line)
		}
		if got := clientOf(r, proxies); got != c.want {
			t.Errorf("from %s for %q: got %s, want %s", c.from, c.forwarded, got, c.want)
		}
	}
}

// TestPublic checks which addresses a site can have.
func TestPublic(t *testing.T) {
	for address, right := range map[string]bool{
		"https://menace.example.org": true, "https://menace.example.org/": true, "http://menace.local:8080": true,
		"menace.example.org": false, "https://example.org/menace": false, "ftp://example.org": false, "https://": false,
		"https://a:b@example.org": false,
	} {
		if err := checkPublic(address); (err == nil) != right {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, list := range []string{"", "localhost", "10.0.0.1;10.0.0.2", "10.0.0.1,", "172.16.0.0/12", "10.0.0.5/32"} {
		if found, err := readProxies(list); err == nil {
			t.Errorf("%q: got %v", list, found)
		}
	}
}
