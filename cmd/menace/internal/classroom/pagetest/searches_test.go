package pagetest

import (
	"menace/cmd/menace/internal/searches"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

func init() {
	otherFeatures = append(otherFeatures, func(s *site.Server, _ *data.DB) site.Pages { return searches.Pages(s) })
}
