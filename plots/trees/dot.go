package trees

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DOT returns the tree in the language of Graphviz.
func (d Drawing) DOT() string {
	var text strings.Builder
	fmt.Fprintf(&text, "digraph tree {\n\tlabel=%s; labelloc=t; ordering=out;\n", quoted(d.Title+"\n"+d.Subtitle))
	text.WriteString("\tnode [fontname=\"Helvetica\"]; edge [arrowhead=none, fontname=\"Helvetica\", fontsize=10];\n")
	number := 0
	d.writeDOT(&text, d.Root, &number)
	text.WriteString("}\n")
	return text.String()
}

// writeDOT writes a node, with this number, and its subtree.
func (d Drawing) writeDOT(text *strings.Builder, n *Node, number *int) {
	own := *number
	fmt.Fprintf(text, "\tn%d [label=%s%s];\n", own, quoted(strings.Join(d.lines(n), "\n")), n.attributes())
	for _, child := range n.Children {
		*number++
		style := ""
		switch {
		case child.Pruned:
			style = ", style=dashed, color=gray"
		case child.PV:
			style = ", penwidth=3"
		}
		fmt.Fprintf(text, "\tn%d -> n%d [label=%s%s];\n", own, *number, quoted(child.Edge), style)
		d.writeDOT(text, child, number)
	}
}

// lines returns the text of a position.
func (d Drawing) lines(n *Node) (lines []string) {
	lines = slices.Concat(n.Board, []string{n.Label, n.Value}, n.Notes)
	if d.Types && n.Type > 0 {
		lines = append(lines, "type "+strconv.Itoa(n.Type))
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// attributes returns the Graphviz attributes of a position.
func (n *Node) attributes() string {
	shape := ", shape=ellipse"
	switch {
	case n.Leaf && n.bareValue():
		shape = ", shape=plaintext"
	case n.Max:
		shape = ", shape=box"
	}
	switch {
	case n.Pruned:
		return shape + ", style=dashed, color=gray, fontcolor=gray"
	case n.PV:
		return shape + ", penwidth=3"
	}
	return shape
}

// quoted quotes a text with line breaks for Graphviz.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
