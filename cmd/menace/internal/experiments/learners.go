package experiments

import (
	"context"
	"fmt"
	"slices"

	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/menace/learners"
)

// aboutLearners describes what all learners have in common.
const aboutLearners = "A win is worth +1, a draw 0 and a loss −1. " +
	"Moves before the last one earn nothing by themselves: R is 0 " +
	"until the end of the game, and the return G is the result, discounted by γ for each move that follows. " +
	"Positions that are equal up to symmetry count as one. A move that is forced teaches nothing and is left out, " +
	"so S′ is the next position in which the learner has a choice.\n\n" +
	"ε-greedy learners explore: at the rate ε they choose among all moves, the best included. An exploratory move " +
	"is one whose value is not the highest. TD(0) learns nothing from it: V(S), the value of the position that " +
	"the learner's move before it led to, stays as it is. But the result of a game always teaches the last move, " +
	"even an exploratory one. SARSA learns from the next move, exploratory or not, Q-learning from the best one, " +
	"and Expected SARSA from the mean of all, weighted by their probabilities."

func learnersCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "learners",
		Action: func(context.Context, *term.Invocation) error {
			explainLearners(con)
			return nil
		},
	}
}

// explainLearners prints the learners with their equations and parameters.
func explainLearners(con *term.IO) {
	con.Say("%s", aboutLearners)
	for i, m := range learners.Table {
		con.Say("\n%s: %s", term.Bold(m.Name), m.Meaning)
		con.Say("%s", m.Equation)
		same := func(other learners.Method) bool { return slices.Equal(m.Parameters, other.Parameters) }
		switch first := slices.IndexFunc(learners.Table, same); {
		case len(m.Parameters) == 0:
			con.Say("no parameters")
		case first < i:
			con.Say("parameters: those of %s", learners.Table[first].Name)
		default:
			con.Table(parametersTable(m))
		}
	}
}

// parametersTable lists the parameters of a method.
func parametersTable(m learners.Method) tables.Text {
	t := tables.Text{Headings: []string{"parameter", "default", "meaning"}, Right: 3}
	for _, p := range m.Parameters {
		t.Lines = append(t.Lines, []string{p.Name, fmt.Sprint(p.Default), p.Meaning})
	}
	return t
}
