package words

import "testing"

// TestSentence capitalizes letters of more than one byte, too.
func TestSentence(t *testing.T) {
	for text, want := range map[string]string{"": "", "machine": "Machine", "éva": "Éva", "игра": "Игра"} {
		if got := Sentence(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// A number that rounds to zero has no minus sign.
func TestNoMinusZero(t *testing.T) {
	for got, want := range map[string]string{
		Signed(-0.00001): "0.0000", Signed(-0.0001): "−0.0001", Percent(-0.00001): "0.00 %",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
