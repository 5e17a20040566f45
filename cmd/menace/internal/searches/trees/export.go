package trees

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Extensions lists the file name extensions that [Drawing.Export] supports: LaTeX, Graphviz's DOT, JSON, Markdown.
var Extensions = []string{".tex", ".dot", ".json", ".md"}

// ErrPart reports a tree that is too large, so that only a part was drawn.
var ErrPart = errors.New("the tree has too many positions to be written")

// Export writes the tree as text, in the format of an extension. made is a note on how it was made, left out of JSON
// and Markdown. A tree with given leaves can be parsed again from LaTeX and JSON by games.ParseTree.
func (d *Drawing) Export(w io.Writer, extension, made string) error {
	if d.Given && d.Root.part() {
		return ErrPart
	}
	made = strings.Join(strings.Fields(made), " ")
	if strings.Contains(made, `\`) {
		made = "" // it would be parsed as the beginning of a tree
	}
	text := ""
	switch extension {
	case ".tex":
		text = "\\documentclass[border=3mm]{standalone}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern,forest}\n" +
			"\\begin{document}\n" + d.LaTeX(made) + "\\end{document}\n"
	case ".dot":
		text = d.dot(made)
	case ".json":
		written, err := json.MarshalIndent(d.json(d.Root, ""), "", "  ")
		if err != nil {
			return err
		}
		text = string(written) + "\n"
	case ".md":
		text = d.Markdown()
	default:
		return fmt.Errorf("unknown extension %q", extension)
	}
	_, err := io.WriteString(w, text)
	return err
}

// part reports whether the children of a position that is not a leaf are missing.
func (n *Node) part() bool {
	return len(n.Children) == 0 && !n.Leaf || slices.ContainsFunc(n.Children, (*Node).part)
}

// given returns the position in the notation of trees: its name, its number, or both. The root of an unnamed tree in
// which Min begins is named min.
func (d *Drawing) given(n *Node) string {
	switch {
	case n == d.Root && !n.Max && !n.Chance && !n.Leaf && n.Label == "" && n.Given == "":
		return "min"
	case n.Label != "" && n.Given != "":
		return n.Label + "=" + n.Given
	case n.Given != "" && !n.Leaf:
		return "=" + n.Given
	}
	return cmp.Or(n.Label, n.Given)
}

// text returns the board or the text of a position, with a separator between rows.
func (d *Drawing) text(n *Node, separator string) string {
	if d.Given {
		return d.given(n)
	}
	return cmp.Or(strings.Join(n.Board, separator), n.Label)
}

// shown returns the value that the search found, or "" if the text of the position already shows it.
func (d *Drawing) shown(n *Node) string {
	if d.Given && (n.Leaf || n.Pruned) {
		return ""
	}
	return n.Value
}

// LaTeX returns the tree as an environment of LaTeX's package forest.
func (d *Drawing) LaTeX(made string) string {
	text := "% \\usepackage{forest}\n"
	if made != "" {
		text += "% " + made + "\n"
	}
	return text + `\begin{forest}
  for tree={inner sep=2pt, minimum size=6mm, s sep=3mm, l sep=8mm, align=center},
  max node/.style={draw, rectangle}, min node/.style={draw, circle}, chance node/.style={draw, circle, double},
  searched/.style={label={[font=\small]right:{#1}}},
  move/.style={edge label={node[midway, fill=white, inner sep=1pt, font=\scriptsize]{#1}}}, chance/.style={move={#1}},
  best/.style={edge={very thick}}, cut off/.style={edge={dashed, gray}, draw=gray, text=gray}
  ` + strings.TrimLeft(d.forest(d.Root, "  ", ""), " ") + "\\end{forest}\n"
}

// forest writes a position for LaTeX's forest, and everything below it. edge is the key of the move to it.
func (d *Drawing) forest(n *Node, indent, edge string) string {
	parts := []string{latex.Replace(d.text(n, `\\`))}
	if n.Board != nil {
		parts[0] = `\ttfamily ` + strings.ReplaceAll(parts[0], `\\`, `\\\ttfamily `)
	}
	shown := latex.Replace(d.shown(n))
	if !d.Given && shown != "" { // as another line, because forest leaves no space for labels
		parts[0], shown = strings.TrimPrefix(parts[0]+`\\`+shown, `\\`), ""
	}
	if !d.Given || strings.Contains(parts[0], "=") {
		parts[0] = "{" + parts[0] + "}"
	}
	switch {
	case n.Leaf:
	case n.Chance:
		parts = append(parts, "chance node")
	case n.Max:
		parts = append(parts, "max node")
	default:
		parts = append(parts, "min node")
	}
	if edge != "" && n.Edge != "" {
		parts = append(parts, edge+"={"+latex.Replace(n.Edge)+"}")
	}
	if shown != "" {
		parts = append(parts, "searched={"+shown+"}")
	}
	switch {
	case n.Pruned:
		parts = append(parts, "cut off")
	case n.PV && n != d.Root:
		parts = append(parts, "best")
	}
	text := indent + "[" + strings.Join(parts, ", ")
	if n.Children == nil {
		return text + "]\n"
	}
	text += "\n"
	for _, child := range n.Children {
		text += d.forest(child, indent+"  ", edgeOf(n))
	}
	return text + indent + "]\n"
}

// edgeOf describes what the edges below a position show.
func edgeOf(n *Node) string {
	if n.Chance {
		return "chance"
	}
	return "move"
}

// latex escapes what LaTeX would not print. Parsing the result gives the same text.
var latex = strings.NewReplacer("_", `\_`, "#", `\#`, "&", `\&`, "%", `\%`, "≈", `$\approx$`, "≥", `$\geq$`,
	"≤", `$\leq$`, "−∞", `$-\infty$`, "+∞", `$+\infty$`, "∞", `$\infty$`, "−", "$-$", "√", `$\surd$`)

// dot returns the tree in the language of Graphviz.
func (d *Drawing) dot(made string) string {
	text := ""
	if made != "" {
		text = "// " + made + "\n"
	}
	text += "digraph tree {\n  label=" + quoted(d.Title) + "; labelloc=t; fontname=\"Helvetica\";\n" +
		"  node [fontname=\"Helvetica\"]; edge [fontname=\"Helvetica\", arrowhead=none];\n"
	number := 0
	var write func(n *Node)
	write = func(n *Node) {
		own := number
		options := []string{"label=" + quoted(strings.Trim(d.text(n, "\n")+"\n"+d.shown(n), "\n"))}
		switch {
		case n.Leaf:
			options = append(options, "shape=plaintext")
		case n.Chance:
			options = append(options, "shape=doublecircle")
		case n.Max:
			options = append(options, "shape=box")
		default:
			options = append(options, "shape=circle")
		}
		if n.Board != nil {
			options = append(options, `fontname="Courier"`)
		}
		if n.Pruned {
			options = append(options, `color=gray, fontcolor=gray`)
		}
		text += fmt.Sprintf("  n%d [%s];\n", own, strings.Join(options, ", "))
		for _, child := range n.Children {
			number++
			edge := []string{"label=" + quoted(child.Edge)}
			switch {
			case child.Pruned:
				edge = append(edge, "style=dashed, color=gray")
			case child.PV:
				edge = append(edge, "penwidth=3")
			}
			text += fmt.Sprintf("  n%d -> n%d [%s];\n", own, number, strings.Join(edge, ", "))
			write(child)
		}
	}
	write(d.Root)
	return text + "}\n"
}

// quoted quotes a text as a string in DOT.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// jsonNode is a position in JSON. For a tree with given leaves, the keys are those that games.ParseTree reads; it skips
// the key search.
type jsonNode struct {
	Name     string      `json:"name,omitempty"`
	Position string      `json:"position,omitempty"`
	Move     string      `json:"move,omitempty"`
	Chance   any         `json:"chance,omitempty"`
	Value    any         `json:"value,omitempty"` // of a leaf, or the estimate of another position
	Unquiet  bool        `json:"unquiet,omitempty"`
	Search   *jsonSearch `json:"search,omitempty"`
	Children []*jsonNode `json:"children,omitempty"`
}

// jsonSearch is what a search found at a position.
type jsonSearch struct {
	Mover  string `json:"mover,omitempty"` // max, min or chance, unless it is a leaf
	Value  string `json:"value,omitempty"` // as the picture shows it
	Best   bool   `json:"best,omitempty"`
	CutOff bool   `json:"cut_off,omitempty"`
}

func (d *Drawing) json(n *Node, edge string) *jsonNode {
	j := &jsonNode{Search: &jsonSearch{Value: n.Value, Best: n.PV, CutOff: n.Pruned}}
	switch {
	case n.Leaf:
	case n.Chance:
		j.Search.Mover = "chance"
	case n.Max:
		j.Search.Mover = "max"
	default:
		j.Search.Mover = "min"
	}
	if edge == "chance" {
		j.Chance = jsonNumber(n.Edge)
	} else if edge != "" {
		j.Move = n.Edge
	}
	switch {
	case !d.Given:
		j.Position = d.text(n, "/")
		if n.Leaf {
			j.Value = jsonNumber(strings.TrimPrefix(n.Value, "≈ "))
		}
	case n.Label == "" && n.Given == "":
		j.Name = d.given(n)
	default:
		if j.Name = n.Label; n.Given != "" {
			given := n.Given
			given, j.Unquiet = strings.CutSuffix(given, "!")
			j.Value = jsonNumber(given)
		}
	}
	for _, child := range n.Children {
		j.Children = append(j.Children, d.json(child, edgeOf(n)))
	}
	return j
}

// jsonNumber returns a number for JSON, or a text if JSON cannot represent it, such as 1/3 or ∞.
func jsonNumber(text string) any {
	plain := strings.Replace(text, "−", "-", 1)
	if json.Valid([]byte(plain)) {
		return json.Number(plain)
	}
	return text
}

// Markdown returns the tree as a nested list. The line of best play is bold, and cut-off positions are struck out.
func (d *Drawing) Markdown() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", d.Title)
	d.items(&text, d.Root, "")
	return text.String()
}

func (d *Drawing) items(text *strings.Builder, n *Node, indent string) {
	var parts []string
	if n.Edge != "" {
		parts = append(parts, n.Edge+":")
	}
	switch {
	case n.Leaf:
	case n.Chance:
		parts = append(parts, d.Movers[2])
	case n.Max:
		parts = append(parts, d.Movers[0])
	default:
		parts = append(parts, d.Movers[1])
	}
	own := d.text(n, "/")
	if d.Given && n.Given == "" {
		own = n.Label
	}
	if n.Board != nil {
		own = "`" + own + "`"
	}
	line := strings.Join(slices.DeleteFunc(append(parts, own, d.shown(n)),
		func(part string) bool { return part == "" }), " ")
	if n.Board == nil {
		line = strings.NewReplacer("_", `\_`, "*", `\*`, "<", "&lt;").Replace(line)
	}
	switch {
	case n.Pruned:
		line = "~~" + line + "~~"
	case n.PV:
		line = "**" + line + "**"
	}
	fmt.Fprintf(text, "%s- %s\n", indent, line)
	for _, child := range n.Children {
		d.items(text, child, indent+"  ")
	}
}
