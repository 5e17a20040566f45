// Archive packs files into a folder of the same name as the archive, NAME.zip or NAME.tar.gz. All files get the same
// time, in seconds since 1970, so that the same files always give the same bytes.
//
//	go run archive.go NAME.zip TIME FILE...
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := pack(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		log.Fatal(err)
	}
}

func pack(archive, seconds string, files []string) error {
	second, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	at := time.Unix(second, 0).UTC()
	out, err := os.Create(archive)
	if err != nil {
		return err
	}
	defer out.Close()
	folder, zipped := strings.CutSuffix(filepath.Base(archive), ".zip")
	folder = strings.TrimSuffix(folder, ".tar.gz")
	compressed := gzip.NewWriter(out)
	tarred := tar.NewWriter(compressed)
	zips := zip.NewWriter(out)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		mode := info.Mode()&0o111 | 0o644
		name := folder + "/" + filepath.Base(file)
		var entry io.Writer = tarred
		if zipped {
			header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
			header.SetMode(mode)
			entry, err = zips.CreateHeader(header)
		} else {
			err = tarred.WriteHeader(&tar.Header{Name: name, Size: int64(len(text)), Mode: int64(mode), ModTime: at})
		}
		if err == nil {
			_, err = entry.Write(text)
		}
		if err != nil {
			return err
		}
	}
	if zipped {
		return errors.Join(zips.Close(), out.Close())
	}
	return errors.Join(tarred.Close(), compressed.Close(), out.Close())
}
