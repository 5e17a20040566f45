package trees

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"menace/plots/paper"
)

// grown returns a random tree with a limited number of plies, with boards, labels or bare values.
func grown(r *rand.Rand, plies int) *Node {
	n := &Node{Value: fmt.Sprint(r.IntN(100)), Max: plies%2 == 0, Pruned: r.IntN(6) == 0, Type: r.IntN(4), Edge: "1"}
	switch r.IntN(3) {
	case 0:
		n.Board = []string{"XO.", ".#.", "WB."}
	case 1:
		n.Label = "1,2,3"
	}
	if plies == 0 {
		n.Leaf = true
		return n
	}
	for range 1 + r.IntN(3) { // visits
		n.Notes = append(n.Notes, "α –∞  β +∞", "→ α 3  β +∞")
	}
	for range r.IntN(4) {
		n.Children = append(n.Children, grown(r, plies-1))
	}
	n.Leaf = n.Children == nil
	return n
}

// TestNothingOverlaps checks that positions and their notes never overlap, whether edges are flat or steep, and that no
// note covers the edges below a position.
func TestNothingOverlaps(t *testing.T) {
	for seed := range uint64(40) {
		root := grown(rand.New(rand.NewPCG(seed, 1981)), 5)
		for _, gap := range []vg.Length{minGap, maxGap} {
			l := (&Drawing{Root: root, Types: true}).layout()
			l.arrange(gap)
			var all []*placed
			var collect func(p *placed)
			collect = func(p *placed) {
				all = append(all, p)
				for _, child := range p.children {
					collect(child)
				}
			}
			collect(l.root)
			for i, a := range all {
				for note := range a.Notes {
					if _, down := a.noteAt(note); down > a.bottom() && len(a.children) > 1 {
						t.Fatalf("seed %d, gap %v: note %d covers the edges below %s", seed, gap, note, a.Value)
					}
				}
				for _, b := range all[i+1:] {
					if a.x-a.left < b.x+b.right && b.x-b.left < a.x+a.right && a.y < b.y+b.depth && b.y < a.y+a.depth {
						t.Fatalf("seed %d, gap %v: %s at %.0f, %.0f covers %s at %.0f, %.0f",
							seed, gap, a.Value, a.x, a.y, b.Value, b.x, b.y)
					}
				}
			}
		}
	}
}

// drawing returns a drawing of a random tree.
func drawing(seed uint64, plies int) *Drawing {
	return &Drawing{
		Title: "a tree", Subtitle: "of the test", Types: true,
		Root: grown(rand.New(rand.NewPCG(seed, 1975)), plies),
	}
}

// TestEncode checks that the bytes are the same each time, and that no letter is missing.
func TestEncode(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, or a minute under the race detector, which cannot find anything in one goroutine")
	}
	for seed := range uint64(4) {
		d := drawing(seed, 4)
		for _, extension := range []string{".svg", ".pdf", ".png"} {
			var first, second bytes.Buffer
			for _, out := range []*bytes.Buffer{&first, &second} {
				lacking, err := paper.Encode(out, extension, d, paper.Format{Dark: seed%2 == 1})
				if err != nil || len(lacking) > 0 {
					t.Errorf("%s: got %v and the missing letters %q", extension, err, lacking)
				}
			}
			if !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Errorf("%s: the same tree gives different files", extension)
			}
		}
	}
}

// TestPaper checks that every drawing fits on the paper of its own size and is readable there, and that a large one
// does not fit on a stamp.
func TestPaper(t *testing.T) {
	for seed := range uint64(10) {
		d := drawing(seed, 6)
		size := d.Size()
		if scale := d.layout().scale(d.room(size.Area())); !d.Fits(size) || scale < readable-1e-9 {
			t.Errorf("seed %d: too small on %v, with a scale of %.2f", seed, size, scale)
		}
	}
	wide := &Node{Value: "0"}
	for range 200 {
		wide.Children = append(wide.Children, &Node{Label: "a leaf", Leaf: true})
	}
	if (&Drawing{Root: wide}).Fits(paper.Size{Width: 3 * vg.Centimeter, Height: 3 * vg.Centimeter}) {
		t.Error("two hundred leaves fit on a stamp")
	}
}

// TestSheet checks that sheets with few and with many questions fit on A4, and that none fits if its tree would be
// unreadable.
func TestSheet(t *testing.T) {
	leaf := func(value string) *Node { return &Node{Value: value, Leaf: true} }
	tree := &Drawing{Title: "Exercise", Root: &Node{Max: true, Label: "A", Children: []*Node{leaf("3"), leaf("5")}}}
	for n := range 16 {
		sheet := Sheet{Tree: tree}
		for range n {
			sheet.Questions = append(sheet.Questions, Question{Prompt: "What is the value of A?"})
		}
		if !sheet.Fits(sheet.Size()) {
			t.Errorf("%d questions do not fit on %v", n, sheet.Size())
		}
		if small := (paper.Size{Width: 6 * vg.Centimeter, Height: 4 * vg.Centimeter}); n > 2 && sheet.Fits(small) {
			t.Errorf("%d questions fit on %v", n, small)
		}
	}
}

// TestLabelsOfEdges checks that the labels of long moves do not cover each other, as those of Grundy's game did.
func TestLabelsOfEdges(t *testing.T) {
	pile := func(edge, label string, children ...*Node) *Node {
		return &Node{Edge: edge, Label: label, Children: children}
	}
	grundy := &Drawing{Root: pile("", "7",
		pile("7=6+1", "6,1", pile("6=5+1", "5,1,1", pile("5=4+1", "4,1,1,1")), pile("6=4+2", "4,2,1")),
		pile("7=5+2", "5,2"), pile("7=4+3", "4,3", pile("4=3+1", "3,3,1")))}
	boxes := map[string][2]vg.Length{}
	var measure func(n *placed)
	measure = func(n *placed) {
		for _, child := range n.children {
			middle := n.x + (child.x-n.x)*labelled
			half := width(child.Edge, small) / 2
			for other, box := range boxes {
				if strings.HasPrefix(other, child.Edge[:1]) && middle-half < box[1] && box[0] < middle+half {
					t.Errorf("%s covers %s", child.Edge, other)
				}
			}
			boxes[child.Edge] = [2]vg.Length{middle - half, middle + half}
			measure(child)
		}
	}
	measure(grundy.layout().root)
	if len(boxes) != 7 {
		t.Errorf("got %d labels", len(boxes))
	}
}

// TestSame checks that a line leads from a position to the earlier one that counts as the same, drawn the same way each
// time.
func TestSame(t *testing.T) {
	draw := func(same bool) string {
		first, last := &Node{Leaf: true, Label: "1,2"}, &Node{Leaf: true, Label: "2,1"}
		if same {
			last.Same = first
		}
		var b bytes.Buffer
		root := &Drawing{Root: &Node{Max: true, Label: "3", Children: []*Node{first, {Leaf: true, Label: "x"}, last}}}
		if _, err := paper.Encode(&b, ".svg", root, paper.Format{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	without, with := strings.Count(draw(false), "stroke-dasharray"), strings.Count(draw(true), "stroke-dasharray")
	if without != 0 || with != 1 {
		t.Errorf("got %d dashed lines without a position that counts as the same, and %d with one", without, with)
	}
	if first, second := draw(true), draw(true); first != second {
		t.Error("two drawings differ")
	}
}
