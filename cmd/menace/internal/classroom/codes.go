package classroom

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"math/big"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
)

const (
	codeDigits  = 8  // of the code of a class; [guesses] has the calculation
	placeDigits = 10 // of the code that restores a lost place
	keyLength   = 26 // of a key: see [rand.Text]
)

// newCode returns a random code with this number of digits.
func newCode(digits int) string {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	n, err := rand.Int(rand.Reader, most)
	if err != nil {
		panic(err) // the system has no random numbers
	}
	return fmt.Sprintf("%0*d", digits, n)
}

// isCode reports whether a text is a code with this number of digits.
func isCode(text string, digits int) bool {
	return len(text) == digits && strings.Trim(text, "0123456789") == ""
}

// isKey reports whether a text has the form of a key.
func isKey(text string) bool {
	return len(text) == keyLength && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// isHash reports whether a text has the form of the hash of a key: see [data.HashKey].
func isHash(text string) bool { return len(text) == 64 && strings.Trim(text, "0123456789abcdef") == "" }

// readCode returns the digits of a typed code, which may have spaces and dashes anywhere.
func readCode(typed string) string {
	return strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(typed)
}

// formatCode returns a code as two halves with a gap, easier to read out and to type.
func formatCode(code string) string { return code[:len(code)/2] + " " + code[len(code)/2:] }

// sameSecret compares secrets in constant time. An empty secret never matches.
func sameSecret(a, b string) bool {
	return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}

var (
	errNoCode    = refuse(language.NewMessage("type the code that your teacher shows"))
	errLocked    = refuse(language.NewMessage("the door is closed: nobody new can join until the teacher opens it"))
	errWrongCode = refuse(language.NewMessage("that is not the code of an open class: ask your teacher for it"))
)

// refuse makes a message an error of the caller, shown in the language of the page.
func refuse(m *language.Message) error { return mistake.Wrap(m) }
