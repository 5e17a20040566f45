package arena

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"menace/symmetry"
)

// Schedules describes the names that [ParseSchedule] accepts besides opponents.
const Schedules = "A*N,B is A for N games and then B; if the last has a number too, the schedule repeats; " +
	"1961/OPPONENT is that of Michie's variants in 1961"

// Schedule is a sequence of opponents, each for a number of games. Goroutines may share it.
type Schedule []Stint

// Stint is a number of games against one opponent.
type Stint struct {
	Name     string
	Opponent Player
	Games    int64 // 0 in the last stint means all remaining games
}

// Limits of a schedule, which keep its number of games within an int64.
const (
	maxStints = 1000
	maxStint  = 1_000_000_000_000 // games
)

// At returns the stint of a game, counted from 0, and the number of games left in it, including this one.
func (s Schedule) At(game int64) (stint Stint, left int64) {
	last := s[len(s)-1]
	if last.Games > 0 { // the schedule repeats
		round := int64(0)
		for _, stint := range s {
			round += stint.Games
		}
		game %= round
	}
	for _, stint := range s {
		if game < stint.Games {
			return stint, stint.Games - game
		}
		game -= stint.Games
	}
	return last, math.MaxInt64
}

// IsSchedule reports whether a name has the form of a schedule, valid or not.
func IsSchedule(name string) bool {
	return strings.ContainsAny(name, ",*") || strings.HasPrefix(name, variants1961)
}

// variants1961 begins the name of a schedule with Michie's variants in the tournament of 1961, on top of an opponent.
const variants1961 = "1961/"

// tournament1961 holds these variants, with the numbers of games between the arrows of the drawing.
var tournament1961 = []struct {
	reply string
	games int
}{
	{"centre", 22}, {"opposite", 36}, {"centre", 19}, {"edge", 29}, {"corner", 26}, {"far", 57}, {"opposite", 16},
	{"centre+any", 14},
}

// spelledOut expands the name 1961/OPPONENT into its schedule.
func spelledOut(name string) string {
	base, ok := strings.CutPrefix(name, variants1961)
	if !ok {
		return name
	}
	var parts []string
	for _, v := range tournament1961 {
		parts = append(parts, fmt.Sprintf("reply:%s/%s*%d", v.reply, base, v.games))
	}
	return strings.Join(parts, ",")
}

// ParseSchedule returns the schedule with this name, such as "perfect*20,noisy:0.3". The name of a single opponent
// gives a schedule with that opponent for all games.
func ParseSchedule(g *symmetry.Graph, name string) (Schedule, error) {
	stints, err := Stints(name)
	if err != nil {
		return nil, err
	}
	known := map[string]Player{} // creating an opponent can take a millisecond
	for i := range stints {
		s := &stints[i]
		if known[s.Name] == nil {
			if known[s.Name], err = ParsePlayer(g, s.Name); err != nil {
				return nil, err
			}
		}
		s.Opponent = known[s.Name]
	}
	return stints, nil
}

// Stints parses a schedule and checks the names of its opponents, but leaves Opponent unset.
func Stints(name string) (Schedule, error) {
	if !IsSchedule(name) {
		return Schedule{{Name: CanonicalName(name)}}, CheckPlayer(name)
	}
	parts := strings.Split(spelledOut(name), ",")
	if len(parts) > maxStints {
		return nil, fmt.Errorf("schedule %.40q…: %d opponents: at most %d are allowed", name, len(parts), maxStints)
	}
	var all Schedule
	for i, part := range parts {
		s, err := stint(part)
		_, stored := MachineName(part)
		switch {
		case err == nil && s.Games == 0 && i < len(parts)-1:
			err = fmt.Errorf("it needs a number of games, as in %s*20, because another opponent follows", part)
		case stored:
			err = errors.New("a machine cannot be part of a schedule")
		case errors.Is(err, ErrUnknownOpponent):
			err = fmt.Errorf("%w; choose from %s", err, Opponents)
		}
		if err != nil {
			return nil, fmt.Errorf("schedule %q: part %d, %q: %w", name, i+1, part, err)
		}
		all = append(all, s)
	}
	return all, nil
}

func stint(part string) (Stint, error) {
	name, text, counted := strings.Cut(part, "*")
	s := Stint{Name: CanonicalName(name)}
	_, _, err := parseName(name)
	if err != nil || !counted {
		return s, err
	}
	if s.Games, err = strconv.ParseInt(text, 10, 64); err != nil || s.Games < 1 || s.Games > maxStint {
		return s, fmt.Errorf("%q is not a number of games, 1 to %d", text, int64(maxStint))
	}
	return s, nil
}

// String formats the schedule for [ParseSchedule].
func (s Schedule) String() string {
	parts := make([]string, len(s))
	for i, stint := range s {
		if parts[i] = stint.Name; stint.Games > 0 {
			parts[i] += "*" + strconv.FormatInt(stint.Games, 10)
		}
	}
	return strings.Join(parts, ",")
}
