package live

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // translations of texts about machines and of their pages

func init() { language.Add(languages) }
