package minimax

// classify sets the types of a critical position and of its descendants. A position of type 1 has one child of type
// 1, the best one, and others of type 2; one of type 2 has one child of type 3, the best one; one of type 3 has only
// children of type 2. Knuth and Moore use the first child instead of the best of those that were searched.
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
func (t *Tree[M]) classify(kind int) {
	t.Type = kind
	for _, child := range t.Children {
		switch {
		case child.Pruned:
		case kind == 3 || kind == 1 && child != t.best:
			child.classify(2)
		case kind == 1:
			child.classify(1)
		case child == t.best:
			child.classify(3)
		}
	}
}

// Types selects how positions are classified.
type Types uint8

// ByValue gives the types of the positions that prove the value. ByWindow goes by the window of the first visit: type 1
// was entered with an infinite α and β, type 2 with a finite β for the player to move, and type 3 with a finite α. If
// the best move comes first, both are the same (Knuth and Moore 1975). A window with two finite ends has no type.
const (
	NoTypes Types = iota
	ByValue
	ByWindow
)

// TypeBy returns the type of a position: 1, 2 or 3, or 0 for none.
func (t *Tree[M]) TypeBy(types Types) int {
	switch {
	case types == ByValue:
		return t.Type
	case types == NoTypes || len(t.Visits) == 0:
		return 0
	}
	v, top := t.Visits[0], t.units.top
	low, high := v.Alpha > -top, v.Beta < top
	switch {
	case low && high:
		return 0
	case low:
		return 3
	case high:
		return 2
	}
	return 1
}

// Finished reports whether the game is over, so that the value is a payoff.
func (t *Tree[M]) Finished() bool { return t.leaf == finished }

// Horizon reports whether the value is an estimate at the horizon.
func (t *Tree[M]) Horizon() bool { return t.leaf == horizon }

// Known reports whether the value comes from the table.
func (t *Tree[M]) Known() bool { return t.leaf == recalled }
