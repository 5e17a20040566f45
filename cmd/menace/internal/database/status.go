package database

import (
	"errors"
	"net/http"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/data"
)

// HTTPStatus returns the status of the page that shows an error, or 0 if the error is unexpected.
func HTTPStatus(err error) int {
	switch {
	case errors.Is(err, data.ErrNotFound):
		return http.StatusNotFound
	case errors.As(err, new(mistake.Error)):
		return http.StatusUnprocessableEntity
	case errors.Is(err, data.ErrConflict), errors.Is(err, data.ErrExists):
		return http.StatusConflict
	case errors.Is(err, data.ErrBusy):
		return http.StatusServiceUnavailable
	case errors.Is(err, data.ErrFull):
		return http.StatusInsufficientStorage
	case errors.Is(err, data.ErrReadOnly), errors.Is(err, data.ErrReplaced):
		return http.StatusInternalServerError
	}
	return 0
}

// Explain returns a message for people about an error of the database, or nil for other errors.
func Explain(err error) *language.Message {
	var missing *data.NotFoundError
	switch {
	case errors.As(err, &missing) && missing.Kind == "machine":
		return language.NewMessage("there is no machine {name}", "name", missing.Name)
	case errors.Is(err, data.ErrNotFound):
		return language.NewMessage("this is not here any more")
	case errors.Is(err, data.ErrExists):
		return language.NewMessage("this name is taken")
	case errors.Is(err, data.ErrConflict):
		return language.NewMessage("another program changed this in the meantime; nothing was saved over it")
	case errors.Is(err, data.ErrAltered), errors.Is(err, data.ErrCorrupt):
		return language.NewMessage("the file with the machines is damaged, or another program has changed it")
	case errors.Is(err, data.ErrNotADatabase):
		return language.NewMessage("this file holds no machines of this program")
	case errors.Is(err, data.ErrNewerSchema):
		return language.NewMessage("this file was made by a newer version of the program")
	case errors.Is(err, data.ErrBusy):
		return language.NewMessage("another program is using the file with the machines")
	case errors.Is(err, data.ErrFull):
		return language.NewMessage("there is no space left on the disk")
	case errors.Is(err, data.ErrReadOnly):
		return language.NewMessage("the file with the machines can only be read, not changed")
	case errors.Is(err, data.ErrReplaced):
		return language.NewMessage("the file with the machines was deleted or replaced")
	case errors.As(err, new(data.NameError)):
		return language.NewMessage("the name of a machine has at most {most} letters and digits, "+
			"and - _ . after the first, but no spaces",
			"most", data.MaxName)
	}
	return nil
}
