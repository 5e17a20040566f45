package sentences

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // translations of the sentences

func init() { language.Add(languages) }
