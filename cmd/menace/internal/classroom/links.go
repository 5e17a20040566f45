package classroom

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/term"
)

// teacherLink returns the teacher's link at an address of the site.
func teacherLink(address, key string) string { return address + site.Join("/teacher", key) }

// linkOnce returns a link that gives one browser on this computer the teacher's rights. It works only once, because
// other users can see it in the list of processes.
func (f *feature) linkOnce() string { return teacherLink(f.localAddress(), f.allClasses().LinkOnce()) }

// printLinks prints where pupils join, and the name of the file with the teacher's links, once. The terminal does not
// show the links, because it may be projected or recorded.
func (f *feature) printLinks() {
	f.once.Do(func() {
		addresses := f.addresses()
		if err := f.storeLinks(addresses[0]); err == nil {
			f.con.Say("The teacher's link is in %s, which only you can read.", term.Bold(term.Printable(f.linkFile())))
		} else {
			f.con.Note("the teacher's link cannot be written to %s: %s; with --open a browser opens it",
				term.Printable(f.linkFile()), term.Reason(err))
		}
		for i, address := range addresses {
			addresses[i] = strings.TrimPrefix(address, "http://") + "/join"
		}
		f.con.Say("Pupils join at %s", term.Bold(strings.Join(addresses, " or ")))
	})
}

// linkFile returns the path of the file with the teacher's links, beside the database.
func (f *feature) linkFile() string { return f.store.Opened().Path() + "-teacher.txt" }

// storeLinks writes the teacher's links to their file, given the site's address for other devices.
func (f *feature) storeLinks(address string) error {
	key := f.allClasses().Restrict()
	where := " on this computer"
	if f.public != "" {
		where = ""
	}
	f.links = fmt.Sprintf("The teacher's link%s, which must stay secret:\n%s\n", where,
		teacherLink(f.localAddress(), key))
	if !isLocal(address) {
		f.links += fmt.Sprintf("The same on a phone:\n%s/phone\n", teacherLink(address, key))
	}
	f.links += "It is valid until the program ends.\n"
	folder, name := filepath.Split(f.linkFile())
	file, err := os.CreateTemp(filepath.Clean(folder), name+"-") // only its owner can read it
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(f.links)
	if err = cmp.Or(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), f.linkFile())
}

// removeLinks deletes the file with the teacher's links, unless another process has written its own.
func (f *feature) removeLinks() {
	if text, err := os.ReadFile(f.linkFile()); err == nil && f.links != "" && string(text) == f.links {
		os.Remove(f.linkFile())
	}
}
