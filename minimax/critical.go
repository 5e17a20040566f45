package minimax

// classify gives a critical position its type, and those below it. A position of type 1 has one successor of type 1,
// its best one, and others of type 2; one of type 2 has one of type 3; one of type 3 has only such of type 2.
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
func (t *Tree[M]) classify(kind int) {
	t.Type = kind
	best := t.best()
	for _, child := range t.Children {
		switch {
		case child.Pruned:
		case kind == 3 || kind == 1 && child != best:
			child.classify(2)
		case kind == 1:
			child.classify(1)
		case child == best:
			child.classify(3)
		}
	}
}

// best returns the first of the positions after this one that show what it is worth, or nil.
func (t *Tree[M]) best() *Tree[M] {
	for _, child := range t.Children {
		if !child.Pruned && -child.high == t.low {
			return child
		}
	}
	return nil
}

// Finished reports whether the position is valued by its payoff, since the game is over there.
func (t *Tree[M]) Finished() bool { return t.leaf == finished }

// Horizon reports whether the position is valued by its estimate.
func (t *Tree[M]) Horizon() bool { return t.leaf == horizon }

// Known reports whether the position is valued by what the table knows of it.
func (t *Tree[M]) Known() bool { return t.leaf == recalled }
