package pagetest

import (
	"net/http"
	"net/http/httptest"
	"net/url"

	"menace/cmd/menace/internal/machines/labtest"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/menace"
)

// The tests of this package use the harness of pages under short names.
var moves, pawns, choices, messages = labtest.Moves, labtest.Pawns, labtest.Choices, labtest.Messages
var listen = sitetest.Listen

const patience = labtest.Patience

func (s *testSite) ask(method, path string, form url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	return s.Ask(method, path, form, change...)
}

func (s *testSite) get(path string) string                   { s.Helper(); return s.Get(path) }
func (s *testSite) post(path string, form url.Values) string { s.Helper(); return s.Post(path, form) }
func (s *testSite) train(name string, rules menace.Rules, games int64) {
	s.Helper()
	s.Train(name, rules, games)
}
func (s *testSite) games(name string) int64    { s.Helper(); return s.Games(name) }
func (s *testSite) trained()                   { s.Helper(); s.WaitForTraining() }
func (s *testSite) playOut(name string) string { s.Helper(); return s.PlayOut(name) }
func (s *testSite) withHer() *testSite         { s.Helper(); s.WithHer(); return s }
