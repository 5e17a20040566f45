package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/hall"
	"menace/cmd/menace/internal/words"
	"menace/data"
)

// drive is the form that trains a machine, with what was wrong in it.
type drive struct {
	Opponent, Games field
	Opponents       []string
	Paces           []hall.Pace
	Pace            string
}

// mostGames bounds a run that a page starts.
const mostGames = 1_000_000_000

// readDrive reads the form that trains a machine.
func readDrive(r *http.Request, a *data.Agent) (d drive, games int64) {
	d = newDrive(a)
	if r.Method != http.MethodPost {
		return d, 0
	}
	d.Opponent.Value, d.Games.Value, d.Pace = r.PostFormValue("opponent"), r.PostFormValue("games"), r.PostFormValue("pace")
	games, err := strconv.ParseInt(strings.ReplaceAll(strings.TrimSpace(d.Games.Value), ",", ""), 10, 64)
	if err != nil || games < 1 || games > mostGames {
		d.Games.wrong(fmt.Errorf("%q is not a whole number from 1 to %s", d.Games.Value, words.Count(int64(mostGames))))
	}
	return d, games
}

// newDrive returns the form as it is at first.
func newDrive(a *data.Agent) drive {
	return drive{
		Opponent: field{Name: "opponent", Value: "random"}, Games: field{Name: "games", Value: "10,000"},
		Opponents: append(arena.Standard(a.Machine.Graph()), "noisy:0.1", "search:2"), Paces: hall.Paces, Pace: hall.Paces[0].Name,
	}
}

// train starts a training.
func (s *Server) train(w http.ResponseWriter, r *http.Request) error {
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	d, games := readDrive(r, a)
	if d.Games.Wrong == "" {
		err := s.hall.At(a.Name).Train(a.Name, hall.Drive{
			Opponent: strings.TrimSpace(d.Opponent.Value), Games: games, Pace: hall.PaceOf(d.Pace),
		})
		if errors.Is(err, data.ErrBusy) || errors.Is(err, data.ErrReadOnly) {
			return err
		}
		d.Opponent.wrong(err)
	}
	if d.Games.Wrong+d.Opponent.Wrong != "" {
		return s.showAgent(w, r, http.StatusUnprocessableEntity, forms{drive: d})
	}
	return to(w, r, "/agents/%s", url.PathEscape(a.Name))
}

// stop ends the training of a machine: what was played is saved.
func (s *Server) stop(w http.ResponseWriter, r *http.Request) error {
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	s.hall.At(a.Name).Stop()
	return to(w, r, "/agents/%s", url.PathEscape(a.Name))
}
