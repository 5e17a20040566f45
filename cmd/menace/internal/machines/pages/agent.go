package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/menace/teach"
	"menace/symmetry"
)

// AgentPage is the content of the page of a machine.
type AgentPage struct {
	*MatchPage
	Refresh  string // the time and address at which browsers without scripts reload, or ""
	Summary  view.Summary
	Finding  view.Finding
	Buckets  []view.Bucket  // all boxes
	Moment   template.URL   // beginning of the queries of boxes, if the page shows the machine at an earlier time
	Box      *view.FoundBox // the requested box, or nil
	Progress live.Progress
	Curve    view.Curve

	// Forms with their error messages.
	Find         field // the position of a box
	Opposite     field // the opponent in new games
	Training     trainForm
	Opponents    []words.Choice // the opponents that the forms offer first
	Examples     []string       // examples of names of opponents
	Rename, Copy field          // a new name
}

// agent shows the page of a machine or, if the address ends in .json and no machine has that name, its report as JSON.
func (m *Machines) agent(w http.ResponseWriter, r *http.Request) error {
	name, isReport := strings.CutSuffix(r.PathValue("name"), ".json")
	if isReport {
		_, err := m.db.ID(r.Context(), name+".json")
		isReport = errors.Is(err, data.ErrNotFound)
	}
	if isReport {
		report, err := agents.ReportAgent(r.Context(), m.db, name)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(report)
	}
	return m.forMachine(func(w http.ResponseWriter, r *http.Request, v Viewer) error {
		return m.showAgent(w, r, v, nil)
	})(w, r)
}

// showAgent shows the page of a machine. If one of its forms is invalid, wrong adds that form to the page.
func (m *Machines) showAgent(w http.ResponseWriter, r *http.Request, v Viewer, wrong func(*AgentPage)) error {
	page, err := m.AgentPageWithForms(r, v)
	if err != nil {
		return err
	}
	if wrong != nil {
		wrong(page)
	}
	return m.Show(w, site.FormStatus(wrong == nil), "agent.html", page)
}

// AgentPageWithForms returns the page of a machine with its forms in their initial state.
func (m *Machines) AgentPageWithForms(r *http.Request, v Viewer) (*AgentPage, error) {
	page, err := m.AgentPage(r.Context(), v)
	if err != nil {
		return nil, err
	}
	page.Opposite = field{Name: "opposite", Value: cmp.Or(page.Play.Opposite, strings.ToLower(sentences.You))}
	page.Rename.Name, page.Copy.Name = "rename", "copy"
	games := int64(3000)
	if page.now.Machine.Graph().Manner() == symmetry.Steps {
		games = 1000
	}
	page.Training = suggestTraining(page.In, cmp.Or(v.Games, games))
	page.Examples = arena.Examples(page.now.Machine.Graph())
	if teach.Check(page.now.Machine.Rules()) != nil {
		page.Examples = slices.DeleteFunc(page.Examples, func(name string) bool { return name == "fastest" })
	}
	page.Opponents, err = m.opponents(r.Context(), v.In(), page.now.Machine)
	switch {
	case page.Progress.Running && r.Method == http.MethodGet:
		page.Refresh = "2"
	case page.Progress.Running:
		page.Refresh = "8; url=" + m.URL(page.Home) // leaves time to read error messages
	}
	return page, err
}

// AgentPage returns the page of a machine with the viewer's match and the box that the viewer asked for.
func (m *Machines) AgentPage(ctx context.Context, v Viewer) (*AgentPage, error) {
	progress := v.Machine.Progress() // read first, so that the board does not show a game of a run that has ended
	match, err := m.MatchPage(ctx, v)
	if err != nil {
		return nil, err
	}
	now := match.now
	summary := view.Summary{
		In: v.In(), Machine: now.Machine, Name: now.Name, Tally: now.Tally, ChangedOutside: now.ChangedOutside,
	}
	strength := summary.Strength()
	page := &AgentPage{
		MatchPage: match, Summary: summary, Finding: view.FindingOf(now.Curve, strength),
		Buckets: view.BucketsOf(v.In(), now.Machine, match.Play.Game), Progress: progress,
		Curve: view.CurveOf(v.In(), now.Curve, strength),
		Find:  field{Name: "position", Value: v.position},
	}
	if choices := now.Machine.Graph().Choices(now.Machine.Rules().Plays); v.box > 0 && v.box <= len(choices) {
		position := now.Machine.Graph().Code(choices[v.box-1])
		page.Box = view.FoundBoxOf(v.In(), now.Machine, position, now.Curve, now.Tally.Games())
	}
	if v.position != "" {
		position, err := boards.BoxOf(page.Title, now.Machine, v.position)
		page.Find.ShowError(err)
		if err == nil {
			page.Box = view.FoundBoxOf(v.In(), now.Machine, position, now.Curve, now.Tally.Games())
		}
	}
	return page, nil
}

// Points returns the checkpoints of the machine.
func (page *AgentPage) Points() []arena.Point { return page.now.Curve }

// Updates implements [Updated]. It returns each box as a [view.SmallBox], by its number.
func (page *AgentPage) Updates() map[string]any {
	all := map[string]any{}
	for _, bucket := range page.Buckets {
		for _, box := range bucket.Boxes {
			all[fmt.Sprint(box.Number)] = box
		}
	}
	return all
}

// Screen is the content of the page for a projector: a game, the box that the machine opened in it, and what people's
// games have taught the machine. It has no controls and shows no names.
type Screen struct {
	*MatchPage
	Notice string // a warning before the story, or ""
	Story  string // what happened in the game
	Proof  string // that nobody can beat the machine any more, or ""
	Record view.Record

	Buckets []view.Bucket // all boxes, if they are few
}

// screen returns the content of the page for a projector, with the score of all people who have played.
func (m *Machines) screen(ctx context.Context, v Viewer) (*Screen, error) {
	now, err := v.Machine.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	a, err := m.db.Load(ctx, now.Name)
	if err != nil {
		return nil, err
	}
	games, err := m.db.Games(ctx, a)
	if err != nil {
		return nil, err
	}
	return m.Screen(ctx, v, games, v.In().Text("The player"))
}

// Screen returns the content of the page for a projector: the game with the latest move, or else the viewer's game, and
// what the given games, oldest first, have taught the machine. Sentences call the people each.
func (m *Machines) Screen(ctx context.Context, v Viewer, games []data.PlayedGame, each string) (*Screen, error) {
	v.projects = true
	shown, err := m.MatchPage(ctx, v)
	if err != nil {
		return nil, err
	}
	now := shown.now
	page := &Screen{MatchPage: shown, Record: view.RecordOf(v.In(), each, shown.Play.Machine, games, now.Curve,
		arena.Measure(now.Machine, now.Machine.Rules().Plays, now.Tally))}
	if page.Bankrupt() {
		page.Notice = v.In().Text("Bankrupt.")
	}
	if play := shown.Play; play.Watches || play.Passing {
		each = play.Other
	}
	page.Story = view.Story(v.In(), shown.Play.MatchView, shown.Play.Machine, each)
	summary := view.Summary{In: v.In(), Machine: now.Machine}
	if summary.HasFewBoxes() {
		page.Buckets = view.BucketsOf(v.In(), now.Machine, nil)
	}
	if !page.Bankrupt() && summary.Strength().MostLosses.Loss == 0 {
		page.Proof = v.In().Text("From now on nobody can beat {machine}, however they play.",
			"machine", shown.Play.Machine)
	}
	if page.Bankrupt() && shown.Play.Game == nil {
		page.Story = v.In().Text("{machine} has no beads to begin with.", "machine", shown.Play.Machine)
	}
	return page, nil
}

type trainForm struct {
	field // for errors that do not concern another field

	Opponent, Games, Both field
	Paces                 []live.Pace
	Pace                  string
}

const maxGames = 1_000_000_000 // in one training run

// suggestTraining returns the form for a first visit, with this number of games.
func suggestTraining(in sentences.In, games int64) trainForm {
	f, _, _ := readTraining(in.Language, url.Values{
		"opponent": {"random"}, "games": {in.Count(games)}, "pace": {live.Paces[0].Name},
	})
	return f
}

// readTraining reads the form. The digits of its number of games may be grouped as in any language.
func readTraining(l *language.Language, filled url.Values) (f trainForm, o live.TrainOptions, pace live.Pace) {
	o.Seed = arena.NoSeed
	games := filled.Get("games")
	filled = maps.Clone(filled)
	grouped := strings.NewReplacer(".", ",", " ", ",", "\u00a0", ",", "\u202f", ",")
	filled.Set("games", grouped.Replace(strings.TrimSpace(games)))
	fields := site.ReadForm(option.Only(o.Options(), "games", "opponent", "both-learn"), filled)
	f = trainForm{
		Games: fields[0], Opponent: fields[1], Both: fields[2], Paces: live.Paces, Pace: filled.Get("pace"),
	}
	pace, err := live.PaceOf(f.Pace)
	f.ShowError(err)
	f.Games.Value = games
	if f.Games.Wrong != "" || o.Games < 1 || o.Games > maxGames {
		f.Games.ShowError(errors.New(l.Text("“{text}” is not a whole number from 1 to {most}", "text", games,
			"most", maxGames)))
	}
	f.Both.ShowError(o.Check())
	return f, o, pace
}

func (f trainForm) valid() bool { return site.Valid([]field{f.field, f.Opponent, f.Games, f.Both}) }

// opponents returns the opponents that forms offer first: the usual ones, the fastest teacher if there is one, and
// recently changed machines that play the other side.
func (m *Machines) opponents(ctx context.Context, in sentences.In, machine *menace.Machine) ([]words.Choice, error) {
	all := in.Opponents()
	if teach.Check(machine.Rules()) == nil {
		all = append(all, words.Choice{Name: "fastest", Label: in.Text("teaches it in as few games as possible")})
	}
	const most = 20
	latest, err := m.db.Latest(ctx, 0, most, false)
	slices.SortFunc(latest, func(a, b data.Summary) int { return cmp.Compare(a.Name, b.Name) })
	for _, s := range latest {
		if s.Err == nil && agents.CheckRivals(s.Name, s.Rules, machine.Rules()) == nil {
			all = append(all, words.Choice{Name: arena.MachinePrefix + s.Name,
				Label: in.Text("the machine {name}", "name", s.Name)})
		}
	}
	return all, err
}

func (m *Machines) train(w http.ResponseWriter, r *http.Request, v Viewer) (err error) {
	if err := r.ParseForm(); err != nil {
		return mistake.Wrap(err)
	}
	f, asked, pace := readTraining(v.Language, r.PostForm)
	if f.valid() {
		asked.Agent = r.PathValue("name")
		err = v.Machine.Train(r.Context(), asked, pace)
	}
	switch {
	case isDatabaseError(err):
		return err
	case errors.Is(err, live.ErrTraining), errors.Is(err, live.ErrFull), errors.As(err, new(*agents.BankruptError)):
		f.ShowError(v.Language.Translate(err))
	default:
		f.Opponent.ShowError(err)
	}
	if !f.valid() {
		return m.showAgent(w, r, v, func(page *AgentPage) { page.Training = f })
	}
	return m.Redirect(w, r, "/agents/%s", url.PathEscape(r.PathValue("name")))
}

func (m *Machines) stop(w http.ResponseWriter, r *http.Request, v Viewer) error {
	v.Machine.Stop()
	return m.Redirect(w, r, "/agents/%s", url.PathEscape(r.PathValue("name")))
}
