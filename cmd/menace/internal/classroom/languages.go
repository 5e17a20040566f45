package classroom

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // translations of the pages of classes

func init() { language.Add(languages) }
