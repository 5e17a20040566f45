package plots

import "slices"

// Learner is a machine and the curve of its whole life.
type Learner struct {
	Name    string
	Trained []Stretch    // whom it met, in order; together they are its games
	Curve   []Checkpoint // by ascending games
}

// Stretch is a number of games in a row against one opponent.
type Stretch struct {
	Opponent string // as the command line names it: "random", "perfect", "noisy:0.2"; or People, or Unknown
	Games    int64
}

// People is the opponent of games against people.
const People = "people"

// Unknown is the opponent of games of which nothing tells against whom they were.
const Unknown = "people or unknown"

// Checkpoint is what was known of a machine after a number of games.
type Checkpoint struct {
	Games               int64   // in its whole life, those against people included
	Wins, Draws, Losses int64   // among those games; a resignation is a loss
	Random, Perfect     WDL     // exact, against these opponents
	Worst               float64 // exact wins minus losses against the best reply, −1 to 1
}

// WDL are exact probabilities of how a game ends for the machine. They add up to 1.
type WDL struct{ Win, Draw, Loss float64 }

// last returns the number of games at the end of the longest curve.
func last(learners []Learner) (games int64) {
	for _, l := range learners {
		if n := len(l.Curve); n > 0 {
			games = max(games, l.Curve[n-1].Games)
		}
	}
	return games
}

// lesson is the fewest games in a row with people that are worth a panel of their own.
const lesson = 10

// opponents names whom the learners trained with, each once, in order of first meeting: people with whom
// they played less than a lesson, and whoever is unknown, only when they met nobody else.
func opponents(learners []Learner) (names []string) {
	var others []string
	for _, l := range learners {
		for _, s := range l.Trained {
			list := &names
			if s.Opponent == People && l.longestRun(People) < lesson || s.Opponent == Unknown {
				list = &others
			}
			if !slices.Contains(*list, s.Opponent) {
				*list = append(*list, s.Opponent)
			}
		}
	}
	if len(names) == 0 {
		return others
	}
	return names
}

// longestRun returns the most games in a row against the opponent.
func (l Learner) longestRun(opponent string) (games int64) {
	for _, s := range merged(l.Trained) {
		if s.Opponent == opponent {
			games = max(games, s.Games)
		}
	}
	return games
}

// faced tells whether every game after the first from up to the to-th was against the opponent.
func (l Learner) faced(opponent string, from, to int64) bool {
	start := int64(0)
	for _, s := range l.Trained {
		end := start + s.Games
		if start < to && from < end && s.Opponent != opponent {
			return false
		}
		start = end
	}
	return start >= to
}

// points returns one value of every checkpoint.
func (l Learner) points(value func(Checkpoint) float64) []Point {
	points := make([]Point, len(l.Curve))
	for i, c := range l.Curve {
		points[i] = Point{Games: float64(c.Games), Value: value(c)}
	}
	return points
}

// lines returns one clear curve a learner, told apart by colour and dash.
func lines(learners []Learner, value func(Checkpoint) float64) []Curve {
	curves := make([]Curve, len(learners))
	for i, l := range learners {
		curves[i] = Curve{Name: l.Name, Points: l.points(value), Hue: i, Dash: i}
	}
	return curves
}
