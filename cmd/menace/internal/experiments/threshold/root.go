package threshold

import "math/big"

// Root is a real root of a polynomial with integer coefficients.
type Root struct {
	Value      float64 `json:"value"`
	Digits     string  `json:"digits"`     // rounded to 15 decimals
	Polynomial string  `json:"polynomial"` // in P, with simple roots only
	Degree     int     `json:"degree"`
	polynomial polynomial
	span       span // around this root only
	around     span // a wider span, in which the value of the orbit has the sign of the polynomial
}

// decimals is the number of decimals of a root that are shown.
const decimals = 15

// newRoot returns the root of a polynomial in a span that contains exactly one, a simple root.
func newRoot(p polynomial, s span) *Root {
	around, low := s, p.sign(s.low)
	for range 80 {
		if middle := s.middle(); p.sign(middle) == low {
			s.low = middle
		} else {
			s.high = middle
		}
	}
	if exact := simplest(s); p.sign(exact) == 0 {
		p = polynomial{new(big.Int).Neg(exact.Num()), exact.Denom()}
	}
	if p[p.degree()].Sign() < 0 {
		p = p.times(integers(-1))
	}
	r := &Root{polynomial: p, Polynomial: p.String(), Degree: p.degree(), span: s, around: around}
	r.Value, _ = s.middle().Float64()
	r.Digits = s.middle().FloatString(decimals)
	return r
}

// simplest returns the rational number with the smallest denominator in a span of positive numbers.
func simplest(s span) *big.Rat {
	whole := new(big.Int).Div(s.low.Num(), s.low.Denom())
	floor := new(big.Rat).SetInt(whole)
	if floor.Cmp(s.low) == 0 {
		return floor
	}
	if next := new(big.Rat).Add(floor, big.NewRat(1, 1)); next.Cmp(s.high) <= 0 {
		return next
	}
	invert := func(x *big.Rat) *big.Rat { return new(big.Rat).Inv(new(big.Rat).Sub(x, floor)) }
	rest := simplest(span{invert(s.high), invert(s.low)})
	return floor.Add(floor, rest.Inv(rest))
}
