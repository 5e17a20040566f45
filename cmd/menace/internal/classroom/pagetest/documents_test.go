package pagetest

import (
	"menace/cmd/menace/internal/documents"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

func init() {
	otherFeatures = append(otherFeatures, func(s *site.Server, _ *data.DB) site.Pages { return documents.Pages(s) })
}
