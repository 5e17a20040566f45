package minimax

// Algorithm is one of the searches.
type Algorithm uint8

// The searches, roughly from the simplest to the most efficient.
const (
	Minimax Algorithm = iota
	Negamax
	NegamaxBeta
	AlphaBeta
	AlphaBetaSoft
	Killer
	History
	PVS
	MinimaxTT
	MinimaxSym
	AlphaBetaTT
	AlphaBetaSym
	MTDF
	Deepening
	MCTS
	Expectiminimax
	Star1
	Star2
)

// algorithms describes the searches.
var algorithms = [...]struct {
	name, about            string
	cuts, table, symmetric bool
	chance                 bool
}{
	Minimax:     {name: "minimax", about: "two procedures that call each other, one for each player"},
	Negamax:     {name: "negamax", about: "one procedure: what is good for one is bad for the other"},
	NegamaxBeta: {name: "negamax-beta", about: "negamax with an upper bound (Knuth and Moore's F1)", cuts: true},
	AlphaBeta:   {name: "alphabeta", about: "negamax with both bounds (Knuth and Moore's F2)", cuts: true},
	AlphaBetaSoft: {name: "alphabeta-soft", about: "the same, but returns tighter bounds (Fishburn's fail-soft)",
		cuts: true},
	Killer: {name: "killer", about: "alpha-beta that first tries moves that caused cut-offs elsewhere", cuts: true},
	History: {name: "history", about: "alpha-beta that first tries the moves that caused the most cut-offs elsewhere",
		cuts: true},
	PVS: {name: "pvs", about: "principal variation search: is another move better, and if so, by how much?",
		cuts: true},
	MinimaxTT:   {name: "minimax-tt", about: "negamax with a table of every position", table: true},
	MinimaxSym:  {name: "minimax-sym", about: "the same with positions up to symmetry", table: true, symmetric: true},
	AlphaBetaTT: {name: "alphabeta-tt", about: "alpha-beta with a transposition table", cuts: true, table: true},
	AlphaBetaSym: {name: "alphabeta-sym", about: "the same with positions up to symmetry", cuts: true, table: true,
		symmetric: true},
	MTDF: {name: "mtdf", about: "MTD(f): asks alphabeta-tt if the value is at least this, until it is known",
		cuts: true, table: true},
	Deepening: {name: "deepening", cuts: true, table: true,
		about: "iterative deepening: alphabeta-tt, one ply deeper each time, best move first"},
	MCTS: {name: "mcts",
		about: "Monte-Carlo tree search (UCT): plays at random, most often where it has won most"},
	Expectiminimax: {name: "expectiminimax", about: "minimax that takes the mean where chance moves", chance: true},
	Star1: {name: "star1", about: "alpha-beta that also cuts off where chance moves (Ballard's *-minimax)",
		cuts: true, chance: true},
	Star2: {name: "star2", about: "the same, but first looks at one move of each child of a chance node", cuts: true,
		chance: true},
}

// Algorithms returns the searches that find a value, roughly from the simplest to the most efficient. It leaves out
// [MCTS], which proves nothing, and the searches for games of chance.
func Algorithms() []Algorithm {
	all := make([]Algorithm, MCTS)
	for i := range all {
		all[i] = Algorithm(i)
	}
	return all
}

// ChanceAlgorithms returns the searches for games of chance.
func ChanceAlgorithms() []Algorithm { return []Algorithm{Expectiminimax, Star1, Star2} }

// String returns the name.
func (a Algorithm) String() string { return algorithms[a].name }

// About describes the search in one line.
func (a Algorithm) About() string { return algorithms[a].about }

// Exact reports whether the search finds a value: all do but [MCTS].
func (a Algorithm) Exact() bool { return a != MCTS }

// Cuts reports whether the search skips moves that cannot matter. Such a search proves only one best move unless it is
// asked for all.
func (a Algorithm) Cuts() bool { return algorithms[a].cuts }

// CutsLate reports whether the search may be told to cut off only above beta; see [Cut].
func (a Algorithm) CutsLate() bool { return a.Cuts() && !a.Table() && a != PVS && !a.Chance() }

// Chance reports whether the search is for games of chance, which must be [Chancy].
func (a Algorithm) Chance() bool { return algorithms[a].chance }

// Fails reports whether the search may be told what to return if the value is outside its window; see [Fail].
func (a Algorithm) Fails() bool { return a.CutsLate() && a != AlphaBetaSoft || a.Chance() && a.Cuts() }

// Windowed reports whether the caller may choose the initial window.
func (a Algorithm) Windowed() bool {
	return a.Cuts() && a != MTDF && a != Deepening && a != NegamaxBeta
}

// Table reports whether the search stores positions in a table, so that the game must be [Keyed].
func (a Algorithm) Table() bool { return algorithms[a].table }

// Symmetric reports whether the search treats symmetric positions as one, so that the game must be
// [Symmetric].
func (a Algorithm) Symmetric() bool { return algorithms[a].symmetric }
