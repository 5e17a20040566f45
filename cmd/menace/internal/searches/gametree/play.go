package gametree

import (
	"cmp"
	"fmt"
	"slices"

	"menace/cmd/menace/internal/searches/trees"
)

func (t problem[P, M]) Moves() []string {
	if t.rules.Finished(t.start) {
		return nil
	}
	return t.names(t.rules.Moves(t.start, nil))
}

func (t problem[P, M]) Play(move string) (Problem, error) {
	i := slices.Index(t.Moves(), move)
	if i < 0 {
		return nil, fmt.Errorf("%q is not a move in %s", move, t.Position())
	}
	t.start = t.rules.Apply(t.start, t.rules.Moves(t.start, nil)[i])
	t.First = Max + Min - t.First // who is to move now
	return t, nil
}

func (t problem[P, M]) Look() *trees.Drawing {
	root := &trees.Node{Max: !t.minAtRoot()}
	t.look(root, t.start, "", nil)
	if root.Label == "" && root.Board == nil {
		root.Label = cmp.Or(t.Position(), "root")
	}
	to := t.in().Text("{player} to move", "player", t.ToMove())
	if t.rules.Finished(t.start) {
		to = t.Ending()
	}
	return &trees.Drawing{Title: nameIn(t.in(), t), Subtitle: to, Root: root}
}

func (t problem[P, M]) ToMove() string {
	name := t.player(!t.minAtRoot())
	if g, ok := t.rules.(interface{ Mover(P) string }); ok && g.Mover(t.start) != name {
		name += " (" + g.Mover(t.start) + ")"
	}
	return name
}
