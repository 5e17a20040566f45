package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Opponent says how the opponent of a name plays, after "an opponent who plays".
func Opponent(name string) string {
	kind, text, _ := strings.Cut(name, ":")
	number, _ := strconv.ParseFloat(text, 64) // of names that are known
	switch kind {
	case "random":
		return "any move, at random"
	case "perfect":
		return "perfectly"
	case "blocker":
		return "a winning move if there is one, else stops one, else moves at random"
	case "noisy":
		if every := 1 / number; number > 0 && number < 1 && every == math.Trunc(every) {
			return fmt.Sprintf("perfectly but for one move in %s, which is random", small(int(every)))
		}
		return fmt.Sprintf("perfectly but for %g %% of the moves, which are random", 100*number)
	case "search":
		return fmt.Sprintf("what looks best %s ahead", Plural(int(number), "move"))
	}
	return "as " + name
}

// small writes a number in words if it is small.
func small(n int) string {
	words := []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return Count(n)
}
