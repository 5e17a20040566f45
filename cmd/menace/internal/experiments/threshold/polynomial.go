package threshold

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// polynomial is a polynomial in P with integer coefficients, constant term first. The last one is not 0, and the zero
// polynomial has no coefficients. Polynomials are immutable.
type polynomial []*big.Int

// integers returns the polynomial with these coefficients.
func integers(coefficients ...int64) polynomial {
	p := make(polynomial, len(coefficients))
	for i, c := range coefficients {
		p[i] = big.NewInt(c)
	}
	return p.trimmed()
}

// trimmed returns the polynomial without leading zeros.
func (p polynomial) trimmed() polynomial {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p polynomial) degree() int { return len(p) - 1 }

// Sum, difference and product.
func (p polynomial) plus(q polynomial) polynomial {
	sum := make(polynomial, max(len(p), len(q)))
	for i := range sum {
		sum[i] = new(big.Int)
		if i < len(p) {
			sum[i].Add(sum[i], p[i])
		}
		if i < len(q) {
			sum[i].Add(sum[i], q[i])
		}
	}
	return sum.trimmed()
}

func (p polynomial) minus(q polynomial) polynomial { return p.plus(q.times(integers(-1))) }

func (p polynomial) times(q polynomial) polynomial {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	product := make(polynomial, len(p)+len(q)-1)
	for i := range product {
		product[i] = new(big.Int)
	}
	for i, a := range p {
		for j, b := range q {
			product[i+j].Add(product[i+j], new(big.Int).Mul(a, b))
		}
	}
	return product
}

// content returns the greatest common divisor of the coefficients, or 0.
func (p polynomial) content() *big.Int {
	divisor := new(big.Int)
	for _, c := range p {
		divisor.GCD(nil, nil, divisor, new(big.Int).Abs(c))
	}
	return divisor
}

// dividedBy returns the polynomial with each coefficient divided by a divisor of all of them.
func (p polynomial) dividedBy(divisor *big.Int) polynomial {
	quotient := make(polynomial, len(p))
	for i, c := range p {
		quotient[i] = new(big.Int).Quo(c, divisor)
	}
	return quotient
}

// primitive returns the polynomial divided by its content, which is positive.
func (p polynomial) primitive() polynomial {
	if len(p) == 0 {
		return p
	}
	return p.dividedBy(p.content())
}

// divide returns the quotient and remainder of a positive multiple of p, chosen so that their coefficients are
// integers.
func (p polynomial) divide(by polynomial) (quotient, remainder polynomial) {
	lead := by[by.degree()]
	factor := polynomial{new(big.Int).Abs(lead)}
	remainder = p
	for len(remainder) >= len(by) {
		shift := len(remainder) - len(by)
		term := make(polynomial, shift+1)
		for i := range term {
			term[i] = new(big.Int)
		}
		term[shift].Mul(remainder[remainder.degree()], big.NewInt(int64(lead.Sign())))
		quotient = quotient.times(factor).plus(term)
		remainder = remainder.times(factor).minus(by.times(term))
	}
	return quotient, remainder
}

// gcd returns the primitive greatest common divisor of two polynomials, not both 0, with a positive leading
// coefficient.
func gcd(p, q polynomial) polynomial {
	p, q = p.primitive(), q.primitive()
	for len(q) > 0 {
		_, remainder := p.divide(q)
		p, q = q, remainder.primitive()
	}
	if p[p.degree()].Sign() < 0 {
		p = p.times(integers(-1))
	}
	return p
}

// quotientBy returns the primitive quotient by a divisor.
func (p polynomial) quotientBy(divisor polynomial) polynomial {
	quotient, _ := p.divide(divisor)
	return quotient.primitive()
}

// derivative returns the derivative.
func (p polynomial) derivative() polynomial {
	if len(p) < 2 {
		return nil
	}
	d := make(polynomial, len(p)-1)
	for i := range d {
		d[i] = new(big.Int).Mul(p[i+1], big.NewInt(int64(i+1)))
	}
	return d.trimmed()
}

// squareFree returns the primitive polynomial with the same roots, each simple.
func (p polynomial) squareFree() polynomial {
	if len(p) < 2 {
		return p.primitive()
	}
	return p.quotientBy(gcd(p, p.derivative()))
}

// at returns the value at a rational number.
func (p polynomial) at(x *big.Rat) *big.Rat {
	value := new(big.Rat)
	for _, c := range slices.Backward(p) {
		value.Add(value.Mul(value, x), new(big.Rat).SetInt(c))
	}
	return value
}

// sign returns the sign of the value at a rational number, −1, 0 or 1. It multiplies by powers of the denominator to
// avoid fractions, whose greatest common divisors took half the time of [New].
func (p polynomial) sign(x *big.Rat) int {
	value, power := new(big.Int), big.NewInt(1)
	term := new(big.Int)
	for _, c := range slices.Backward(p) {
		value.Mul(value, x.Num())
		value.Add(value, term.Mul(c, power))
		power.Mul(power, x.Denom())
	}
	return value.Sign()
}

// sturm returns the Sturm sequence of a polynomial without multiple roots.
func (p polynomial) sturm() (sequence []polynomial) {
	q := p.derivative()
	for len(p) > 0 {
		sequence = append(sequence, p)
		if len(q) == 0 {
			break
		}
		_, remainder := p.divide(q) // of a positive multiple, so the signs are right
		p, q = q, remainder.primitive().times(integers(-1))
	}
	return sequence
}

// roots returns the number of distinct roots above low and up to high, by Sturm's theorem.
func (p polynomial) roots(low, high *big.Rat) int {
	sequence := p.squareFree().sturm()
	return signChanges(sequence, low) - signChanges(sequence, high)
}

func signChanges(sequence []polynomial, x *big.Rat) (changes int) {
	last := 0
	for _, p := range sequence {
		sign := p.sign(x)
		if sign*last < 0 {
			changes++
		}
		if sign != 0 {
			last = sign
		}
	}
	return changes
}

// String formats the polynomial in the usual notation, highest power first.
func (p polynomial) String() string {
	var text strings.Builder
	for i, c := range slices.Backward(p) {
		if c.Sign() == 0 {
			continue
		}
		number := new(big.Int).Abs(c)
		switch {
		case text.Len() > 0 && c.Sign() < 0:
			text.WriteString(" − ")
		case text.Len() > 0:
			text.WriteString(" + ")
		case c.Sign() < 0:
			text.WriteString("−")
		}
		if i == 0 || number.Cmp(big.NewInt(1)) != 0 {
			text.WriteString(number.String())
		}
		if i > 0 {
			text.WriteString("P")
		}
		if i > 1 {
			text.WriteString(superscript(i))
		}
	}
	if text.Len() == 0 {
		return "0"
	}
	return text.String()
}

// superscript formats a positive number as an exponent.
func superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var text strings.Builder
	for _, digit := range fmt.Sprint(n) {
		text.WriteRune(digits[digit-'0'])
	}
	return text.String()
}

// fraction is a quotient of two polynomials in lowest terms. The denominator is not 0.
type fraction struct{ numerator, denominator polynomial }

func newFraction(numerator, denominator polynomial) fraction {
	if len(numerator) == 0 {
		return fraction{nil, integers(1)}
	}
	common := gcd(numerator, denominator)
	divide := func(p polynomial) polynomial { // exactly, including the content
		return p.quotientBy(common).times(polynomial{p.content()})
	}
	numerator, denominator = divide(numerator), divide(denominator)
	content := new(big.Int).GCD(nil, nil, numerator.content(), denominator.content())
	if denominator[denominator.degree()].Sign() < 0 {
		content.Neg(content)
	}
	return fraction{numerator.dividedBy(content), denominator.dividedBy(content)}
}

func constant(value int64) fraction { return fraction{integers(value), integers(1)} }

func (f fraction) plus(g fraction) fraction {
	return newFraction(f.numerator.times(g.denominator).plus(g.numerator.times(f.denominator)),
		f.denominator.times(g.denominator))
}

// timesOver returns the fraction multiplied by a polynomial and divided by a positive number.
func (f fraction) timesOver(p polynomial, divisor int64) fraction {
	return newFraction(f.numerator.times(p), f.denominator.times(integers(divisor)))
}

// inverted returns 1/f for a fraction that is not 0.
func (f fraction) inverted() fraction { return newFraction(f.denominator, f.numerator) }

func (f fraction) equal(g fraction) bool {
	same := func(p, q polynomial) bool {
		return slices.EqualFunc(p, q, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
	}
	return same(f.numerator, g.numerator) && same(f.denominator, g.denominator)
}
