package live

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // what machines and their pages say in other languages

func init() { language.Add(languages) }
