package agents

import (
	"fmt"
	"strings"

	"menace/cmd/menace/internal/sentences"
)

// Describe describes in sentences what happened to the games in the replay.
func (w Without) Describe(in sentences.In) (lines []string) {
	lines = append(lines, in.Text("{n} games are left out.", "n", w.Left),
		in.Text("{n} games are played again with the same beads.", "n", w.Kept))
	if len(w.Parted) > 0 {
		lines = append(lines, in.Text("{n} games cannot have gone as they did, because a bead was no longer in its "+
			"box: {list}. They are left out, too.", "n", len(w.Parted), "list", listOf(in, w.Parted)))
	}
	if w.Luck != nil {
		lines = append(lines, in.Text("From {place} on, the same luck could have drawn other beads: a machine that "+
			"was never taught this may have played differently from there.", "place", w.Luck.in(in)))
	} else {
		lines = append(lines, in.Text("In all games the same luck draws the same beads."))
	}
	return lines
}

// in describes the place of a parting.
func (p Parting) in(in sentences.In) string {
	return in.Text("game {game}, move {move}", "game", fmt.Sprint(p.Game), "move", p.Ply+1)
}

func listOf(in sentences.In, all []Parting) string {
	const most = 12
	var texts []string
	for _, p := range all[:min(len(all), most)] {
		texts = append(texts, p.in(in))
	}
	if len(all) > most {
		texts = append(texts, "…")
	}
	return strings.Join(texts, "; ")
}
