package serve

import (
	"os/exec"
	"runtime"
)

// open shows a page in the browser that this computer opens pages with.
func open(page string) error {
	name, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	command := exec.Command(name, args...)
	if err := command.Start(); err != nil {
		return err
	}
	go command.Wait()
	return nil
}
