package experiments

import (
	"context"
	"os"
	"path/filepath"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
)

// MergeOptions say what to merge into which database.
type MergeOptions struct {
	DB      string
	Others  []string
	Partial bool // replicates may be missing
	JSON    bool
}

var mergeTable = []option.Option[MergeOptions]{
	{
		Name: "partial", Meaning: "copy what there is, though replicates are missing",
		In: func(o *MergeOptions) option.Value { return option.Switch(&o.Partial) },
	},
	cli.JSON(func(o *MergeOptions) *bool { return &o.JSON }),
}

func parseMerge(c *cli.Context) (MergeOptions, error) {
	return cli.Parse(mergeTable, MergeOptions{DB: c.String("db"), Others: expand(c.Args().Slice())})(c)
}

// expand replaces words such as shard-*.db by the names of the files, where no shell has done so.
func expand(words []string) (files []string) {
	for _, word := range words {
		found, err := filepath.Glob(word)
		if _, missing := os.Stat(word); missing == nil || err != nil || len(found) == 0 {
			found = []string{word}
		}
		files = append(files, found...)
	}
	return files
}

// Merge copies experiments from other databases.
func Merge(ctx context.Context, con *console.IO, o MergeOptions) error {
	list, err := lab.MergeInto(ctx, o.DB, o.Others, o.Partial)
	if err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(list)
	}
	for _, e := range list {
		con.Say("%s: %s of %s in %s; %s new", console.Bold(e.Name), words.Count(e.Stored), words.Plural(e.Replicates, "replicate"),
			console.Plain(o.DB), words.Count(e.Added))
	}
	return nil
}
