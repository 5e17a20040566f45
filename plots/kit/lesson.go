package kit

// fewBoxes is the size of the largest machine that is built in a lesson.
const fewBoxes = 40

// Size of a group, which builds and plays with one machine.
const (
	leastGroup = 4
	mostGroup  = 6
)

// lesson returns the pages of the plans of lessons.
func (k Kit) lesson() []page { return k.flow(k.text("lesson", false)) }
