package database

import (
	"errors"
	"net/http"

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
