package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"menace/arena"
	"menace/arena/teach"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/option"
)

type trainForm struct {
	field // for errors that concern no other field

	Opponent, Games, Both field
	Paces                 []live.Pace
	Pace                  string
}

const mostGames = 1_000_000_000 // in one training run

// suggestTraining returns the form as it is at first, with this number of games.
func suggestTraining(games int64) trainForm {
	f, _, _ := readTraining(url.Values{
		"opponent": {"random"}, "games": {words.Count(games)}, "pace": {live.Paces[0].Name},
	})
	return f
}

func readTraining(filled url.Values) (f trainForm, o live.TrainOptions, pace live.Pace) {
	o.Seed = arena.NoSeed
	fields := site.ReadForm(option.Only(o.Options(), "games", "opponent", "both-learn"), filled)
	f = trainForm{
		Games: fields[0], Opponent: fields[1], Both: fields[2], Paces: live.Paces, Pace: filled.Get("pace"),
	}
	pace, err := live.PaceOf(f.Pace)
	f.ShowError(err)
	if f.Games.Wrong == "" && (o.Games < 1 || o.Games > mostGames) {
		f.Games.ShowError(fmt.Errorf("%q is not between 1 and %s", f.Games.Value, words.Count(int64(mostGames))))
	}
	f.Both.ShowError(o.Check())
	return f, o, pace
}

func (f trainForm) right() bool { return site.Valid([]field{f.field, f.Opponent, f.Games, f.Both}) }

// opponents returns the opponents that forms offer first: the usual ones, the fastest teacher if there is one, and
// machines that play the other side.
func (m *Machines) opponents(ctx context.Context, machine *menace.Machine) ([]words.Choice, error) {
	all := slices.Clone(sentences.Opponents)
	if teach.Check(machine.Rules()) == nil {
		all = append(all, words.Choice{Name: "fastest", Label: "teaches it in as few games as possible"})
	}
	names, err := m.db.Names(ctx)
	const most = 20
	for _, name := range names[:min(most, len(names))] {
		name = arena.AgentPrefix + name
		if _, err := agents.Opponent(ctx, m.db, name, machine); err == nil {
			all = append(all, words.Choice{Name: name, Label: sentences.Against(name)})
		}
	}
	return all, err
}

func (m *Machines) train(w http.ResponseWriter, r *http.Request, v Viewer) (err error) {
	if err := r.ParseForm(); err != nil {
		return mistake.Wrap(err)
	}
	f, asked, pace := readTraining(r.PostForm)
	if f.right() {
		asked.Agent = r.PathValue("name")
		err = v.Owner.Train(r.Context(), asked, pace)
	}
	switch {
	case failed(err):
		return err
	case errors.Is(err, live.ErrTraining), errors.Is(err, live.ErrFull), errors.As(err, new(*agents.BankruptError)):
		f.ShowError(err)
	default:
		f.Opponent.ShowError(err)
	}
	if !f.right() {
		return m.showAgent(w, r, v, func(page *AgentPage) { page.Training = f })
	}
	return m.Redirect(w, r, "/agents/%s", url.PathEscape(r.PathValue("name")))
}

func (m *Machines) stop(w http.ResponseWriter, r *http.Request, v Viewer) error {
	v.Owner.Stop()
	return m.Redirect(w, r, "/agents/%s", url.PathEscape(r.PathValue("name")))
}
