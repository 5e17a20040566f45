package term

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"menace/cmd/menace/internal/plaintext"
)

// ReadFile reads and decodes a text file, or standard input for -, like [plaintext.Read].
func (con *IO) ReadFile(ctx context.Context, path string) (string, error) {
	if path == "-" {
		return plaintext.Read(ctx, con.In)
	}
	text, err := plaintext.ReadFrom(ctx, func() (io.ReadCloser, error) { return os.Open(path) })
	return text, Reason(err)
}

// WriteFile writes a file completely or not at all, and compresses it if the name ends in .gz. It writes directly to a
// device, to a pipe or, for -, to standard output; if nobody reads it, it waits only until the context ends. It refuses
// to overwrite spared files, even under other names.
func (con *IO) WriteFile(ctx context.Context, path string, write func(io.Writer) error) error {
	switch path {
	case "-":
		return await(ctx, func() error { return write(con.written) })
	case "":
		return errors.New("cannot write a file without a name")
	}
	content := write
	if strings.EqualFold(filepath.Ext(path), ".gz") {
		content = func(w io.Writer) error {
			compressed := gzip.NewWriter(w)
			return errors.Join(write(compressed), compressed.Close())
		}
	}
	if err := con.writeWhole(ctx, path, content); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, Reason(err))
	}
	return nil
}

// IsCSV reports whether path ends in .csv or .csv.gz.
func IsCSV(path string) bool {
	return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(path), ".gz"), ".csv")
}

// CheckCSV returns an error for a file name with an extension that [IsCSV] does not accept. A name without an extension
// is accepted.
func CheckCSV(path string) error {
	if filepath.Ext(path) != "" && !IsCSV(path) {
		return fmt.Errorf("%q does not end in .csv or .csv.gz, which is what export writes", path)
	}
	return nil
}

func (con *IO) writeWhole(ctx context.Context, path string, write func(io.Writer) error) error {
	if slices.ContainsFunc(con.Spared.Files, func(file string) bool { return sameFile(path, file) }) {
		return fmt.Errorf("it belongs to %s, which output must not overwrite", con.Spared.Owner)
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(path)
	to, linkErr := os.Readlink(path)
	special := err == nil && !info.Mode().IsRegular()
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a folder")
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err // for example for a cycle of links
	case linkErr == nil && !special: // the link's target may not exist yet
		if !filepath.IsAbs(to) {
			to = filepath.Join(folder, to)
		}
		return con.writeWhole(ctx, to, write)
	case special:
		return await(ctx, func() error {
			file, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			return errors.Join(write(file), file.Close())
		})
	case err == nil:
		file, err := os.OpenFile(path, os.O_WRONLY, 0) // the file must be writable although it is replaced
		if err != nil {
			return err
		}
		file.Close()
	default:
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no folder %s", folder)
		}
	}
	temp, err := createTemp(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	if err := errors.Join(write(temp), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

// await returns the result of do, or the error of the context if that ends first. Then do continues in the background.
func await(ctx context.Context, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-done:
		return err
	}
}

// sameFile reports whether two paths lead to the same file, which need not exist.
func sameFile(a, b string) bool {
	atA, errA := os.Stat(a)
	atB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(atA, atB)
	}
	inA, inB := filepath.Dir(a), filepath.Dir(b)
	return filepath.Base(a) == filepath.Base(b) && inA != a && inB != b && sameFile(inA, inB)
}

// createTemp creates a temporary file next to a file, with the same permissions. If the file does not exist, the umask
// determines them.
func createTemp(path string) (*os.File, error) {
	mode := fs.FileMode(0o666)
	info, statErr := os.Stat(path)
	if statErr == nil {
		mode = info.Mode().Perm()
	}
	name := fmt.Sprintf(".menace-%016x", rand.Uint64())
	temp, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil || statErr != nil {
		return temp, err
	}
	if err := temp.Chmod(mode); err != nil { // Chmod ignores the umask
		return nil, errors.Join(err, temp.Close(), os.Remove(temp.Name()))
	}
	return temp, nil
}

// FileName returns a name that begins with base, in at most 240 bytes; file systems take 255.
func FileName(base, extension string) string {
	for len(base)+len(extension) > 240 {
		_, last := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-last]
	}
	return base + extension
}

// Printable escapes control characters, because a file name may contain them and a terminal would interpret them.
func Printable(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if unicode.IsGraphic(r) && (r != utf8.RuneError || size > 1) {
			b.WriteString(text[:size])
		} else {
			b.WriteString(strings.Trim(strconv.Quote(text[:size]), `"`))
		}
		text = text[size:]
	}
	return b.String()
}

// Reason returns the system's error about a file, without the file's name.
func Reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
