package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/minimax"
)

// examine searches a game as the options say, and prints what is found.
func examine[P, M comparable](ctx context.Context, p *program, s subject[P, M], o searchOptions) error {
	if s.rules.Finished(s.start) {
		return usagef("position %s: %w; search an earlier one", s.rules.Format(s.start), minimax.ErrFinished)
	}
	switch {
	case o.count:
		return countPlays(ctx, p, s, o)
	case o.tree:
		return drawTrees(ctx, p, s, o)
	}
	algorithms, err := s.algorithms(p, o)
	if err != nil {
		return err
	}
	reports, err := s.searchAll(ctx, p, algorithms, o)
	if len(reports) == 0 {
		return err
	}
	if o.json {
		return errors.Join(p.printJSON(reports), err)
	}
	s.printSearches(p, reports, o)
	return err
}

// algorithms returns those that are asked for, if they can be used, or all that can.
func (s subject[P, M]) algorithms(p *program, o searchOptions) (chosen []minimax.Algorithm, err error) {
	_, symmetric := s.rules.(minimax.Symmetric[P])
	var left []string
	for _, a := range minimax.Algorithms() {
		asked := slices.Contains(o.algorithms, a)
		switch large := !o.limited() && s.rules.Size(s.start) > s.limits.of(a); {
		case len(o.algorithms) > 0 && !asked:
		case a.Symmetric() && !symmetric && asked:
			return nil, usagef("%v: %s has no symmetries to use", a, s.game)
		case a.Symmetric() && !symmetric:
		case large && asked:
			return nil, s.tooLarge("for " + a.String() + " to search")
		case large:
			left = append(left, a.String())
		default:
			chosen = append(chosen, a)
		}
	}
	if len(chosen) == 0 {
		return nil, s.tooLarge("to search")
	}
	if left != nil {
		fmt.Fprintf(p.stderr, "menace: too slow here and left out: %s; --depth or --timeout lets them in\n", strings.Join(left, ", "))
	}
	return chosen, nil
}

// tooLarge returns the error of a game that cannot be searched to the end, and says what can.
func (s subject[P, M]) tooLarge(what string) error {
	return usagef("%s is too large here %s to the end: look ahead with --depth 6, stop with --timeout 10s, or start smaller, as with %s",
		s.game, what, s.smaller)
}

// searchAll searches by one algorithm after the other. One that runs out of time leaves the others
// theirs; an interruption ends all.
func (s subject[P, M]) searchAll(ctx context.Context, p *program, algorithms []minimax.Algorithm, o searchOptions) (reports []searchReport, err error) {
	var without []string
	for _, a := range algorithms {
		o.Algorithm = a
		p.tell("searching by " + a.String())
		found, err := s.search(ctx, o)
		p.tell("")
		if err != nil && !isStop(err) {
			return nil, asUsage(err)
		}
		reports = append(reports, s.report(a, found))
		if ctx.Err() != nil {
			return reports, interruption("in " + progressOf(a, found))
		}
		switch {
		case err == nil:
		case found.Best == nil:
			without = append(without, progressOf(a, found))
		default:
			fmt.Fprintf(p.stderr, "menace: stopped by --timeout %v: %s\n", o.timeout, progressOf(a, found))
		}
	}
	if without != nil {
		err = fmt.Errorf("stopped by --timeout %v: %s", o.timeout, strings.Join(without, "; "))
	}
	return reports, err
}

// tell shows on a terminal what the program is at, until it is told otherwise.
func (p *program) tell(text string) {
	if p.notes.terminal {
		fmt.Fprint(p.stderr, "\r\x1b[K"+text)
	}
}

func isStop(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// search searches once.
func (s subject[P, M]) search(ctx context.Context, o searchOptions) (minimax.Result[M], error) {
	ctx, cancel := o.within(ctx)
	defer cancel()
	return minimax.Search(ctx, s.rules, s.start, o.Options)
}

// progressOf says how far a search came that was stopped.
func progressOf[M any](a minimax.Algorithm, r minimax.Result[M]) string {
	text := fmt.Sprintf("%v after %s, with %d of %s searched", a, plural(r.Nodes, "node"), r.Searched, plural(int64(r.Moves), "move"))
	switch {
	case r.PVCut:
		text += " but the line of play incomplete"
	case r.Depth > 0:
		text += fmt.Sprintf(" %s deep", plies(r.Depth+1))
	}
	return text
}
