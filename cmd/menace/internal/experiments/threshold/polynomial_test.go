package threshold

import (
	"math/big"
	"testing"
)

// TestPolynomials checks arithmetic with (P−1)²(2P+3) = 2P³ − P² − 4P + 3 and its factors.
func TestPolynomials(t *testing.T) {
	p, factor := integers(3, -4, -1, 2), integers(-1, 1)
	if got := factor.times(factor).times(integers(3, 2)); got.String() != "2P³ − P² − 4P + 3" {
		t.Errorf("(P−1)²(2P+3) = %v", got)
	}
	if got := p.derivative(); got.String() != "6P² − 2P − 4" {
		t.Errorf("derivative %v", got)
	}
	if got := gcd(p, p.derivative()); got.String() != "P − 1" {
		t.Errorf("common factor %v", got)
	}
	if got := p.squareFree(); got.String() != "2P² + P − 3" {
		t.Errorf("without multiple roots %v", got)
	}
	for _, x := range []*big.Rat{big.NewRat(-3, 2), big.NewRat(-1, 3), big.NewRat(1, 1), big.NewRat(6, 5)} {
		if got, want := p.sign(x), p.at(x).Sign(); got != want {
			t.Errorf("at %v the sign is %d, want %d", x, got, want)
		}
	}
	if got := p.minus(p); got.String() != "0" || got.degree() != -1 {
		t.Errorf("p − p = %v", got)
	}
	if got := newFraction(p, integers(-2, 0, 2)); got.numerator.String() != "2P² + P − 3" ||
		got.denominator.String() != "2P + 2" {
		t.Errorf("(%v)/(2P²−2) = (%v)/(%v)", p, got.numerator, got.denominator)
	}
	if got := newFraction(integers(0, 6), integers(-4)); got.numerator.String() != "−3P" ||
		got.denominator.String() != "2" {
		t.Errorf("6P/−4 = (%v)/(%v)", got.numerator, got.denominator)
	}
}

// TestSturm counts roots of polynomials whose roots are known.
func TestSturm(t *testing.T) {
	wilkinson := integers(1) // (P−1)(P−2)…(P−12)
	for i := int64(1); i <= 12; i++ {
		wilkinson = wilkinson.times(integers(-i, 1))
	}
	for _, tt := range []struct {
		p         polynomial
		low, high int64
		want      int
	}{
		{wilkinson, 0, 13, 12},
		{wilkinson, 2, 7, 5}, // above 2 and up to 7
		{wilkinson.times(wilkinson), 2, 7, 5},
		{integers(-2, 0, 1), -2, 2, 2},
		{integers(-2, 0, 1), 0, 2, 1},
		{integers(1, 0, 1), -9, 9, 0},
		{integers(5), -9, 9, 0},
	} {
		if got := tt.p.roots(big.NewRat(tt.low, 1), big.NewRat(tt.high, 1)); got != tt.want {
			t.Errorf("%v: %d roots above %d up to %d, want %d", tt.p, got, tt.low, tt.high, tt.want)
		}
	}
}

// TestRoots checks √2 to 15 digits, and that a rational root gets the polynomial of least degree.
func TestRoots(t *testing.T) {
	one, two := big.NewRat(1, 1), big.NewRat(2, 1)
	if r := newRoot(integers(-2, 0, 1), span{one, two}); r.Digits != "1.414213562373095" || r.Degree != 2 {
		t.Errorf("√2 = %s, of degree %d", r.Digits, r.Degree)
	}
	p := integers(-4, 3).times(integers(-5, 1))
	if r := newRoot(p, span{one, two}); r.Polynomial != "3P − 4" || r.Digits != "1.333333333333333" {
		t.Errorf("4/3 = %s, a root of %s", r.Digits, r.Polynomial)
	}
}

// TestRounded rounds to multiples of 2^-precision, outwards, and leaves these as they are.
func TestRounded(t *testing.T) {
	for _, x := range []*big.Rat{big.NewRat(1, 3), big.NewRat(-1, 3), big.NewRat(5, 4), big.NewRat(-7, 1)} {
		down, up := rounded(x, false), rounded(x, true)
		wide := new(big.Rat).Sub(up, down)
		if down.Cmp(x) > 0 || up.Cmp(x) < 0 || wide.Cmp(big.NewRat(1, 1<<precision)) > 0 ||
			x.Denom().Int64() != 3 && wide.Sign() != 0 {
			t.Errorf("%v is rounded to %v and %v", x, down, up)
		}
	}
}

// irreducible reports whether a polynomial has no factor of lower degree over the rational numbers, because it has none
// modulo some prime below 1000 that does not divide its leading coefficient. False means that no such prime was found.
func irreducible(p polynomial) bool {
	for prime := int64(2); prime < 1000; prime++ {
		if big.NewInt(prime).ProbablyPrime(0) && irreducibleModulo(p, prime) {
			return true
		}
	}
	return false
}

// irreducibleModulo tests as Rabin does: P^(q^n) = P modulo the polynomial, and P^(q^(n/r)) − P has no common factor with
// it for any prime divisor r of its degree n.
func irreducibleModulo(p polynomial, q int64) bool {
	f := reduced(p, q)
	n := len(f) - 1
	if n != p.degree() || n < 1 {
		return false
	}
	powers := [][]int64{{0, 1}} // P^(q^i)
	for range n {
		powers = append(powers, powerModulo(powers[len(powers)-1], q, f, q))
	}
	minusP := func(a []int64) []int64 {
		b := append(append([]int64{}, a...), 0, 0)
		b[1] = (b[1] + q - 1) % q
		return trim(b)
	}
	if len(minusP(remainder(powers[n], f, q))) > 0 && n > 1 {
		return false
	}
	for r := 2; r <= n; r++ {
		if n%r == 0 && big.NewInt(int64(r)).ProbablyPrime(0) {
			a, b := f, minusP(powers[n/r])
			for len(b) > 0 {
				a, b = b, remainder(a, b, q)
			}
			if len(a) > 1 {
				return false
			}
		}
	}
	return true
}

func reduced(p polynomial, q int64) (f []int64) {
	for _, c := range p {
		f = append(f, new(big.Int).Mod(c, big.NewInt(q)).Int64())
	}
	return trim(f)
}

func trim(f []int64) []int64 {
	for len(f) > 0 && f[len(f)-1] == 0 {
		f = f[:len(f)-1]
	}
	return f
}

func remainder(a, b []int64, q int64) []int64 {
	a = append([]int64{}, a...)
	inverse := new(big.Int).ModInverse(big.NewInt(b[len(b)-1]), big.NewInt(q)).Int64()
	for a = trim(a); len(a) >= len(b); a = trim(a) {
		factor := a[len(a)-1] * inverse % q
		for i := range b {
			at := len(a) - len(b) + i
			a[at] = ((a[at]-factor*b[i])%q + q) % q
		}
	}
	return a
}

func powerModulo(base []int64, exponent int64, f []int64, q int64) []int64 {
	multiply := func(a, b []int64) []int64 {
		product := make([]int64, len(a)+len(b))
		for i := range a {
			for j := range b {
				product[i+j] = (product[i+j] + a[i]*b[j]) % q
			}
		}
		return remainder(product, f, q)
	}
	result := []int64{1}
	for ; exponent > 0; exponent /= 2 {
		if exponent%2 == 1 {
			result = multiply(result, base)
		}
		base = multiply(base, base)
	}
	return result
}

// TestIrreducible checks the test of irreducibility itself: P⁴ + 1 is irreducible, but reducible modulo every prime.
func TestIrreducible(t *testing.T) {
	for _, tt := range []struct {
		p    polynomial
		want bool
	}{
		{integers(-2, 0, 1), true}, {integers(1, 1), true}, {integers(-1, 0, 1), false}, {integers(2, 0, 0, 2, 1), true},
		{integers(-2, 0, 1).times(integers(-3, 0, 1)), false}, {integers(1, 0, 0, 0, 1), false},
		{integers(1, 1, 1).times(integers(2, 1, 3)), false},
	} {
		if got := irreducible(tt.p); got != tt.want {
			t.Errorf("%v: irreducible %t", tt.p, got)
		}
	}
}
