package searches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/version"
	"menace/menace/option"
	"menace/minimax"
)

const searchTime = 5 * time.Second // for a search that a page shows

// openings holds the initial values of the form of a game: a tree of a size that fits a page.
var openings = map[string]url.Values{
	"tree":        {"tree": {"A(B(3 12 8) C(2 4 6) D(14 5 2))"}},
	"tictactoe":   {"position": {"XOX/.O./.X."}},
	"nim":         {"position": {"1,2"}},
	"octal":       {"position": {"4"}},
	"mnk":         {"size": {"4x3"}, "depth": {"1"}},
	"domineering": {"size": {"3x3"}, "depth": {"2"}},
	"connect4":    {"size": {"4x4"}, "depth": {"2"}},
	"hexapawn":    {"depth": {"2"}},
	"uniform":     {"size": {"3x3"}},
}

// Form is the form of a page about a search.
type Form struct {
	Options
	Fields  []site.Field
	More    []site.Field // fields that are seldom changed
	Problem gametree.Problem
	opening url.Values
}

// readForm reads the fields of a form. more lists the rarely changed ones.
func readForm(l *language.Language, filled url.Values, fields, more func(*Options) list) (*Form, error) {
	game := cmp.Or(filled.Get("game"), tree)
	i := slices.IndexFunc(gametree.Games, func(g gametree.Game) bool { return g.Name == game })
	if i < 0 {
		return nil, fmt.Errorf("there is no game %q: %w", game, site.ErrNoPage)
	}
	g := gametree.Games[i]
	f := &Form{Options: usual(g), opening: openings[game]}
	f.Setup.Language = l
	values := url.Values{}
	maps.Copy(values, f.opening)
	maps.Copy(values, filled)
	for _, o := range slices.Concat(ownOptions(&f.Options), leafSeed(&f.Options)) {
		// Show the defaults of these options as if they had been typed.
		if strings.TrimSpace(values.Get(o.Name)) == "" {
			values.Set(o.Name, o.Text())
		}
	}
	f.Fields = site.Labelled(site.ReadForm(fields(&f.Options), values), labelsOf(game))
	f.More = site.Labelled(site.ReadForm(more(&f.Options), values), labelsOf(game))
	return f, nil
}

// setUp sets up the game and the position. It shows errors beside the fields that they concern.
func (f *Form) setUp() {
	if !f.Valid() {
		return
	}
	problem, err := f.Game.SetUp(f.Setup)
	if err != nil {
		f.Fields[0].ShowError(err)
		return
	}
	f.Problem, err = problem.At(f.Position)
	if err == nil && problem.Chancy() && !f.Algorithm.Chance() { // the form's default algorithm
		f.Algorithm = minimax.Expectiminimax
		if field := f.field("algorithm"); field != nil {
			field.Value = f.Algorithm.String()
		}
	}
	if !site.ShowError(err, f.Fields, f.More) { // the error is not about any of the options
		f.field("position").ShowError(err)
	}
}

// Ending describes how the game has ended if it is over at the position. Otherwise it returns "".
func (f *Form) Ending() string {
	if f.Problem == nil {
		return ""
	}
	return f.Problem.Ending()
}

// Valid reports whether all fields are valid.
func (f *Form) Valid() bool { return site.Valid(f.Fields, f.More) }

// Changed reports whether any of the fields in More has an unusual value.
func (f *Form) Changed() bool {
	return slices.ContainsFunc(f.More, func(own site.Field) bool {
		return own.Value != "" && !slices.Contains(own.Words[:min(1, len(own.Words))], own.Value)
	})
}

// field returns the field with a name, or nil.
func (f *Form) field(name string) *site.Field { return site.FindField(name, f.Fields, f.More) }

// Query returns the form as the query of an address.
func (f *Form) Query() url.Values {
	query := url.Values{"game": {f.Game.Name}}
	for _, own := range slices.Concat(f.Fields, f.More) {
		if own.Value != "" || f.opening.Has(own.Name) {
			query.Set(own.Name, own.Value)
		}
	}
	return query
}

// Address returns the address of a page with the form filled in.
func (f *Form) Address(path string) string { return path + "?" + f.Query().Encode() }

// Exercise returns the address of an exercise about the search, or "" if there are no exercises about the algorithm.
func (f *Form) Exercise() string {
	if f.Algorithm.Table() || f.Algorithm == minimax.MCTS {
		return ""
	}
	return f.Address("/search/exercise")
}

// made formats a note for a picture: the command that draws the same picture in a terminal.
func (f *Form) made(t topic, o Options) string {
	command := strings.TrimSuffix("menace search "+t.name, " ") + " " + f.Game.Name
	if given := f.field(tree); given != nil && given.Value != "" {
		command += " " + option.Quoted(given.Value)
	}
	defaults := usual(f.Game)
	return version.Made(command + option.Flags(t.options(&o), t.options(&defaults)))
}

// search returns the search to show. If the tree is too large, it returns nil and shows the error in the form.
func (f *Form) search(ctx context.Context) (gametree.Shown, error) {
	if f.Algorithm == minimax.Deepening {
		f.field("algorithm").ShowError(
			errors.New("deepening has a tree for each depth, which `menace search --tree` shows"))
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	t, err := gametree.Show(ctx, f.Problem, f.Options.Options)
	if err != nil {
		return nil, f.showError(ctx, err)
	}
	return t[0], nil
}

// showError shows the error of a search beside its field, unless the search ran out of time.
func (f *Form) showError(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, minimax.ErrTreeTooLarge):
		f.field("depth").ShowError(fmt.Errorf("%w: a smaller depth helps, or a later position", err))
	case ctx.Err() == nil:
		f.field("algorithm").ShowError(err)
	default:
		return mistake.Errorf("the search was stopped after %v", searchTime)
	}
	return nil
}
