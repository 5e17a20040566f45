package sentences

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // what sentences say in other languages

func init() { language.Add(languages) }
