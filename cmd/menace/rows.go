package main

import (
	"context"
	"time"

	"menace/arena"
	"menace/board"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// curveRow is a checkpoint of a learning curve. The counts are of all games so far; probabilities
// are exact.
type curveRow struct {
	Agent string `json:"agent"`
	Games int64  `json:"games"`
	standing
	Beads        int64 `json:"beads"`
	OpeningBeads int64 `json:"opening_beads"`
	openingMoves
}

// standing is how a machine did so far, and how good it is.
type standing struct {
	WinGames      int64   `json:"win_games"`
	DrawGames     int64   `json:"draw_games"`
	LossGames     int64   `json:"loss_games"`
	ResignedGames int64   `json:"resigned_games"` // of the losses
	RandomWin     float64 `json:"random_win_probability"`
	RandomDraw    float64 `json:"random_draw_probability"`
	RandomLoss    float64 `json:"random_loss_probability"`
	PerfectWin    float64 `json:"perfect_win_probability"`
	PerfectDraw   float64 `json:"perfect_draw_probability"`
	PerfectLoss   float64 `json:"perfect_loss_probability"`
	WorstWin      float64 `json:"worst_win_probability"`
	WorstDraw     float64 `json:"worst_draw_probability"`
	WorstLoss     float64 `json:"worst_loss_probability"`
	WorstValue    float64 `json:"worst_value_per_game"` // wins minus losses
}

func standingOf(t arena.Tally, random, perfect, worst arena.WDL) standing {
	return standing{
		WinGames: t.Win, DrawGames: t.Draw, LossGames: t.Loss, ResignedGames: t.Resigned,
		RandomWin: random.Win, RandomDraw: random.Draw, RandomLoss: random.Loss,
		PerfectWin: perfect.Win, PerfectDraw: perfect.Draw, PerfectLoss: perfect.Loss,
		WorstWin: worst.Win, WorstDraw: worst.Draw, WorstLoss: worst.Loss, WorstValue: worst.Value(),
	}
}

// openingMoves are the beads of each move in the opening box, by the number of its square. A
// move without beads of its own has none, nor has a second player, who opens with three boxes.
type openingMoves struct {
	Square1 *int64 `json:"opening_1_beads"`
	Square2 *int64 `json:"opening_2_beads"`
	Square3 *int64 `json:"opening_3_beads"`
	Square4 *int64 `json:"opening_4_beads"`
	Square5 *int64 `json:"opening_5_beads"`
	Square6 *int64 `json:"opening_6_beads"`
	Square7 *int64 `json:"opening_7_beads"`
	Square8 *int64 `json:"opening_8_beads"`
	Square9 *int64 `json:"opening_9_beads"`
}

func (m *openingMoves) set(s board.Square, beads int64) {
	*[...]**int64{
		&m.Square1, &m.Square2, &m.Square3, &m.Square4, &m.Square5, &m.Square6, &m.Square7, &m.Square8, &m.Square9,
	}[s] = &beads
}

func curveRows(ctx context.Context, db *data.DB, name string) ([]curveRow, error) {
	a, err := loadAgent(ctx, db, name)
	if err != nil {
		return nil, err
	}
	curve, err := db.Curve(ctx, a)
	if err != nil {
		return nil, err
	}
	rows := make([]curveRow, len(curve))
	for i, p := range curve {
		rows[i] = curveRow{
			Agent: a.Name, Games: p.Tally.Games(), standing: standingOf(p.Tally, p.Random, p.Perfect, p.Worst),
		}
		rows[i].countBeads(a.Machine, p)
	}
	return rows, nil
}

// countBeads fills in the columns of beads.
func (r *curveRow) countBeads(m *menace.Machine, p arena.Point) {
	opening, nth := m.Buckets()[0], 0
	for bead := range m.Beads() {
		count := p.Counts[nth]
		r.Beads += count
		if bead.Moves == opening {
			r.OpeningBeads += count
		}
		if bead.Moves == 0 {
			r.set(bead.Square, count)
		}
		nth++
	}
}

// beadRow is one move of one box.
type beadRow struct {
	Agent       string     `json:"agent"`
	Moves       int        `json:"moves_played"`
	Code        board.Code `json:"position_code"` // in base 3: X 2, O 1, empty 0
	Position    string     `json:"position"`
	Square      int        `json:"square"` // 1 to 9, row by row
	Beads       int64      `json:"beads"`
	Probability float64    `json:"probability"` // of the bead to be drawn; 0 in an empty box
}

func beadRows(ctx context.Context, db *data.DB, name string) (rows []beadRow, err error) {
	a, err := loadAgent(ctx, db, name)
	if err != nil {
		return nil, err
	}
	for bead := range a.Machine.Beads() {
		position := bead.Code.Board()
		orbit, _ := symmetry.Find(position)
		box, _ := a.Machine.Box(orbit)
		rows = append(rows, beadRow{
			Agent: a.Name, Moves: bead.Moves, Code: bead.Code, Position: position.String(),
			Square: bead.Square.Number(), Beads: bead.Count, Probability: box.Chance(bead.Square),
		})
	}
	return rows, nil
}

// gameRow is a game that a person played.
type gameRow struct {
	Agent    string    `json:"agent"`
	Game     int64     `json:"game"`           // its number
	Squares  string    `json:"squares_played"` // 1 to 9, in the order of play
	Result   string    `json:"agent_result"`   // win, draw or loss
	Resigned string    `json:"resigned_by"`    // agent, person or nobody
	Learned  bool      `json:"agent_learned"`
	Seed     int64     `json:"seed"`
	Played   time.Time `json:"played_utc"`
}

func gameRows(ctx context.Context, db *data.DB, name string) (rows []gameRow, err error) {
	a, err := loadAgent(ctx, db, name)
	if err != nil {
		return nil, err
	}
	games, err := db.Games(ctx, a)
	for _, g := range games {
		rows = append(rows, gameRow{a.Name, g.ID, g.Moves, g.Result, g.Resigned, g.Learned, g.Seed, g.Played})
	}
	return rows, err
}
