package searches

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // what the pages of searches say in other languages

func init() { language.Add(languages) }
