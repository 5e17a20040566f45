// Mutants finds out which mistakes the tests of packages would notice. It changes one operator, constant or statement
// of a package at a time, runs the package's own tests, and prints the mutants that survive.
//
//	go run ./.ci/mutants ./menace/match              # survivors
//	go run ./.ci/mutants -tests ./menace/match       # also the tests that kill no mutant alone
//
// A survivor is a question: either a promise has no test, or the code promises nothing there. A mutant that runs five
// times as long as the unchanged tests counts as killed, because most of these loop for ever.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	tests := flag.Bool("tests", false, "print the tests that kill no mutant alone")
	flag.Parse()
	for _, path := range flag.Args() {
		if err := try(path, *tests); err != nil {
			fmt.Fprintln(os.Stderr, "mutants:", err)
			os.Exit(1)
		}
	}
}

// edit replaces the bytes of a file from start to end.
type edit struct {
	file       string
	line       int
	start, end int
	was, now   string
}

// try runs all mutants of a package.
func try(path string, tests bool) error {
	folder, err := exec.Command("go", "list", "-f", `{{.Dir}} {{join .GoFiles " "}}`, path).Output()
	if err != nil {
		return fmt.Errorf("go list %s: %w", path, err)
	}
	fields := strings.Fields(string(folder))
	var edits []edit
	for _, name := range fields[1:] {
		found, err := editsOf(filepath.Join(fields[0], name))
		if err != nil {
			return err
		}
		edits = append(edits, found...)
	}
	start := time.Now()
	if r := run(path, "", 10*time.Minute); len(r.failed) > 0 || !r.built {
		return fmt.Errorf("%s: its tests fail without a mutant: %v", path, r.failed)
	}
	limit := 5*time.Since(start) + 20*time.Second
	killed, tried, alone, all := 0, 0, map[string]int{}, map[string]bool{}
	for _, e := range edits {
		r, err := e.run(path, limit)
		if err != nil {
			return err
		}
		if !r.built {
			continue
		}
		tried++
		for _, name := range r.passed {
			all[name] = true
		}
		switch {
		case len(r.failed) == 0 && !r.crashed:
			fmt.Printf("survived %s:%d: %s → %s\n", filepath.Base(e.file), e.line, short(e.was), short(e.now))
		case len(r.failed) == 1:
			alone[r.failed[0]]++
			fallthrough
		default:
			killed++
		}
	}
	fmt.Printf("%s: %d of %d mutants killed\n", path, killed, tried)
	if tests {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if alone[name] == 0 {
				fmt.Printf("kills nothing alone: %s\n", name)
			}
		}
	}
	return nil
}

func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 60 {
		return text[:60] + "…"
	}
	return strconv.Quote(text)
}

// opposite maps each operator to another that usually compiles in its place.
var opposite = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=", token.NEQ: "==",
	token.LAND: "||", token.LOR: "&&", token.ADD: "-", token.SUB: "+", token.MUL: "+", token.QUO: "*",
	token.AND: "|", token.OR: "&", token.SHL: ">>", token.SHR: "<<",
	token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.INC: "--", token.DEC: "++",
}

// editsOf returns the mutants of a file.
func editsOf(path string) (edits []edit, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, 0)
	if err != nil {
		return nil, err
	}
	add := func(from, to token.Pos, now string) {
		a, b := fset.Position(from), fset.Position(to)
		edits = append(edits, edit{path, a.Line, a.Offset, b.Offset, string(text[a.Offset:b.Offset]), now})
	}
	operator := func(at token.Pos, op token.Token) {
		if now, ok := opposite[op]; ok {
			add(at, at+token.Pos(len(op.String())), now)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl: // constants and tables are data, which tests compare with published data
			return n.Tok == token.VAR && !n.Lparen.IsValid() && len(n.Specs) > 0
		case *ast.BinaryExpr:
			operator(n.OpPos, n.Op)
		case *ast.IfStmt:
			from, to := n.Cond.Pos(), n.Cond.End()
			add(from, to, "!("+string(text[fset.Position(from).Offset:fset.Position(to).Offset])+")")
		case *ast.IncDecStmt:
			operator(n.TokPos, n.Tok)
		case *ast.AssignStmt:
			operator(n.TokPos, n.Tok)
			if n.Tok != token.DEFINE {
				add(n.Pos(), n.End(), "")
			}
		case *ast.ExprStmt:
			add(n.Pos(), n.End(), "")
		case *ast.BasicLit:
			if n.Kind == token.INT {
				add(n.Pos(), n.End(), "("+n.Value+"+1)")
			}
		}
		return true
	})
	return edits, nil
}

// result is the outcome of the tests on a mutant. If tests crash or take too long, it contains no failed test.
type result struct {
	built, crashed bool
	passed, failed []string
}

func (e edit) run(path string, limit time.Duration) (result, error) {
	text, err := os.ReadFile(e.file)
	if err != nil {
		return result{}, err
	}
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(folder)
	mutant, overlay := filepath.Join(folder, "mutant.go"), filepath.Join(folder, "overlay.json")
	changed := slices.Concat(text[:e.start], []byte(e.now), text[e.end:])
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {e.file: mutant}})
	if err != nil {
		return result{}, err
	}
	if err := os.WriteFile(mutant, changed, 0o666); err != nil {
		return result{}, err
	}
	if err := os.WriteFile(overlay, replace, 0o666); err != nil {
		return result{}, err
	}
	return run(path, overlay, limit), nil
}

// run runs the tests of a package with files replaced by an overlay.
func run(path, overlay string, limit time.Duration) (r result) {
	command := exec.Command("go", "test", "-json", "-vet=off", "-count=1", "-overlay="+overlay,
		"-timeout="+limit.String(), path)
	out, err := command.Output()
	r.built = true
	for line := range bytes.Lines(out) {
		var event struct{ Action, Test, FailedBuild string }
		if json.Unmarshal(line, &event) != nil {
			continue
		}
		switch {
		case event.FailedBuild != "":
			r.built = false
		case event.Test == "" || strings.Contains(event.Test, "/"):
		case event.Action == "pass":
			r.passed = append(r.passed, event.Test)
		case event.Action == "fail":
			r.failed = append(r.failed, event.Test)
		}
	}
	r.crashed = err != nil
	return r
}
