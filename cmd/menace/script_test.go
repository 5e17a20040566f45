//go:build !js

package main

import (
	"cmp"
	"database/sql"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"menace/cmd/menace/internal/version"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// TestMain runs the tests, or the program if the test binary was started as "menace" or for that purpose.
func TestMain(m *testing.M) {
	switch name := filepath.Base(os.Args[0]); {
	case os.Getenv(asProgram) == "lines":
		runLines()
	case os.Getenv(asProgram) != "" || name == "menace":
		main()
	default:
		os.Unsetenv("MENACE_DB") // else tests train in the database of whoever runs them
		os.Exit(m.Run())
	}
}

// TestScript runs the sessions in testdata/script, here and in the folders of features, each in an empty folder.
// UPDATE_SCRIPTS=1 rewrites their expected outputs. Those that start with "[race] skip" run one goroutine at a time, or
// none that no other script runs, so the race detector, which is ten times slower, cannot find anything new in them.
//
// The script command "menace ARG…" runs the program in a process that the commands of a script share, and
// "exec menace ARG…" starts it, as a shell does: only that has a terminal or can be interrupted.
func TestScript(t *testing.T) {
	path := t.TempDir()
	binary, err := os.Executable()
	if err == nil && runtime.GOOS != "windows" {
		err = os.Symlink(binary, filepath.Join(path, "menace"))
	}
	if err != nil {
		t.Fatal(err)
	}
	path += string(filepath.ListSeparator) + os.Getenv("PATH")
	var scripts []string
	for _, folder := range []string{"testdata/script", "internal/*/testdata/script"} {
		found, err := filepath.Glob(folder + "/*.txtar")
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, found...)
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			docs, err := filepath.Abs("../../docs")
			env.Setenv("PATH", path)
			env.Setenv("DOCS", docs)
			env.Setenv("VERSION", version.String())
			env.Setenv("ESC", "\x1b")
			// By default, the race detector makes each program wait for a second at its end.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return cmp.Or(err, startLines(t, env))
		},
		Condition: func(name string) (bool, error) {
			if command, ok := strings.CutPrefix(name, "command:"); ok {
				return has(t, command), nil
			}
			switch name {
			case "race":
				return raced(), nil
			case "documents":
				return required(), nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"menace": line, "exits": exits, "row": row, "sql": change,
		},
	})
}

// raced reports whether the program runs under the race detector.
func raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// sequential skips a test that runs one goroutine at a time under the race detector, like "[race] skip".
func sequential(t *testing.T) {
	t.Helper()
	if raced() {
		t.Skip("one goroutine at a time")
	}
}

// exits is the script command "exits STATUS COMMAND [ARG…]", which runs a command and compares its exit status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARG…]")
	}
	status := "0"
	if args[1] == "menace" {
		status = strconv.Itoa(runLine(ts, args[2:]))
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		status = exitCode(err)
	}
	if status != args[0] {
		ts.Fatalf("exit status %s, want %s", status, args[0])
	}
}

// row is the script command "row FILE [-count=N] COLUMN=PATTERN…": N rows of a file of CSV, or at least one, have values
// that match the patterns. The file may be stdout. Other columns, wherever they are, do not matter. A column that is left
// out because it is empty in all rows matches the empty pattern.
func row(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: row FILE [-count=N] COLUMN=PATTERN…")
	}
	lines, err := csv.NewReader(strings.NewReader(ts.ReadFile(args[0]))).ReadAll()
	ts.Check(err)
	if len(lines) == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
	count, counted := strings.CutPrefix(args[1], "-count=")
	if args = args[1:]; counted {
		args = args[1:]
	}
	rows := lines[1:]
	for _, arg := range args {
		name, pattern, _ := strings.Cut(arg, "=")
		column, matching := slices.Index(lines[0], name), regexp.MustCompile("^("+pattern+")$")
		if column < 0 && pattern == "" {
			continue // it is empty in all rows
		}
		if column < 0 {
			ts.Fatalf("there is no column %s", name)
		}
		rows = slices.DeleteFunc(rows, func(row []string) bool { return !matching.MatchString(row[column]) })
		if len(rows) == 0 {
			ts.Fatalf("no row has %s", arg)
		}
	}
	if counted && strconv.Itoa(len(rows)) != count {
		ts.Fatalf("%d rows, want %s", len(rows), count)
	}
}

// change is the script command "sql DATABASE STATEMENT", which changes a database without the program.
func change(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sql DATABASE STATEMENT")
	}
	db, err := sql.Open(sql.Drivers()[0], ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(args[1])
	ts.Check(err)
}

// exitCode returns the exit status of a command that failed.
func exitCode(err error) string {
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return strconv.Itoa(failed.ExitCode())
	}
	return err.Error()
}
