package classroom

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // what the pages of classes say in other languages

func init() { language.Add(languages) }
