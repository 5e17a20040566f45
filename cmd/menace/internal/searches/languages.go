package searches

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // translations of the pages of searches

func init() { language.Add(languages) }
