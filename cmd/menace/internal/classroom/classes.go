package classroom

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/live"
	"menace/data"
)

// Classes holds the classes in a database. No two of them play against the same machine, and some are open in this
// process. Goroutines may share it.
type Classes struct {
	db   *data.DB
	live *live.Machines

	changing sync.Mutex             // held while a class is made, opened, closed or deleted
	open     sync.Map               // classes that are open in this process, by ID
	link     atomic.Pointer[string] // the key in the teacher's link, or nil while everybody has the teacher's rights
	linkOnce atomic.Pointer[string] // the key in a link that is valid once, or nil
	teachers sync.Map               // keys of the teacher's browsers that were seen

	now      func() time.Time
	joining  *limiter // for each class and client
	guesses  *guesses
	givingUp *limiter // for each pupil
}

// NewClasses returns the classes in a database, all of them not open.
func NewClasses(db *data.DB, r *live.Machines) *Classes {
	return &Classes{
		db: db, live: r, now: time.Now,
		joining: newLimiter(time.Second, MaxPupils), guesses: newGuesses(), givingUp: newLimiter(20*time.Second, 3),
	}
}

// Restrict requires a teacher's key for everything that is not for pupils, from now on. It returns the key in the
// teacher's link, a new random key for each run of the program. It is not in the database.
func (s *Classes) Restrict() (link string) {
	s.changing.Lock()
	defer s.changing.Unlock()
	if s.link.Load() == nil {
		s.link.Store(new(rand.Text()))
	}
	return *s.link.Load()
}

// Restricted reports whether [Classes.Restrict] was called.
func (s *Classes) Restricted() bool { return s.link.Load() != nil }

// LinkOnce requires a teacher's key like [Classes.Restrict], and returns the key in a link that gives one browser the
// teacher's rights. It replaces an earlier one.
func (s *Classes) LinkOnce() (link string) {
	s.Restrict()
	link = rand.Text()
	s.linkOnce.Store(&link)
	return link
}

// OpensLink reports whether a key belongs to the teacher's link, or to an unused link that is valid once.
func (s *Classes) OpensLink(key string) bool {
	if once := s.linkOnce.Load(); once != nil && sameSecret(*once, key) {
		return s.linkOnce.CompareAndSwap(once, nil)
	}
	link := s.link.Load()
	return link != nil && sameSecret(*link, key)
}

// NewTeacher returns a key for another browser of the teacher. It never expires, and only its hash is stored.
func (s *Classes) NewTeacher(ctx context.Context) (key string, err error) {
	key = rand.Text()
	return key, s.db.AddTeacherKey(ctx, key)
}

// IsTeacher reports whether a browser with this key, or with no key, has the teacher's rights.
func (s *Classes) IsTeacher(ctx context.Context, key string) bool {
	if !s.Restricted() {
		return true
	}
	if !isKey(key) {
		return false
	}
	if _, known := s.teachers.Load(key); known {
		return true
	}
	found, err := s.db.HasTeacherKey(ctx, key)
	if found && err == nil {
		s.teachers.Store(key, true)
	}
	return found && err == nil
}

// className returns the name of a class in its stored form.
func className(wanted string) (string, error) {
	const most = 40
	name, ok := visibleName(wanted, most)
	if !ok {
		return "", refuse(language.NewMessage(
			"the name of a class has 1 to {most} letters, digits or other visible characters", "most", most))
	}
	return name, nil
}

// Make makes a class that plays against a stored machine, with the tag of its language, and opens it.
func (s *Classes) Make(ctx context.Context, name, machine, tag, page string) (*Class, error) {
	id, err := s.db.ID(ctx, machine)
	if err != nil {
		return nil, err
	}
	if all, err := s.List(ctx); err != nil || isTwin(all, id) {
		return nil, cmp.Or(err, data.ErrExists)
	}
	return s.make(ctx, &data.Class{Name: name, Agent: id}, nil, tag, page)
}

// MakeWith makes a class that plays against a new machine like [Classes.Make]. The machine is stored together with the
// class.
func (s *Classes) MakeWith(ctx context.Context, name string, machine *data.Agent, tag, page string) (*Class, error) {
	return s.make(ctx, &data.Class{Name: name}, machine, tag, page)
}

func (s *Classes) make(
	ctx context.Context, made *data.Class, machine *data.Agent, tag, page string,
) (_ *Class, err error) {
	if made.Name, err = className(made.Name); err != nil {
		return nil, err
	}
	made.State = (&State{Language: tag}).encode()
	if made.Code, err = s.freeCode(ctx); err != nil {
		return nil, err
	}
	if err := s.db.MakeClass(ctx, made, machine); err != nil {
		return nil, err
	}
	return s.Open(ctx, made.ID, page)
}

// freeCode returns a code that no class has.
func (s *Classes) freeCode(ctx context.Context) (string, error) {
	all, err := s.db.Classes(ctx)
	for {
		code := newCode(codeDigits)
		if !slices.ContainsFunc(all, func(c data.ListedClass) bool { return c.Code == code }) {
			return code, err
		}
	}
}

// Open opens a stored class, so that its pupils can play. page is the address of the page; if another process has the
// class open, the error contains the address there. If this process has it open, nothing changes.
func (s *Classes) Open(ctx context.Context, id int64, page string) (*Class, error) {
	s.changing.Lock()
	defer s.changing.Unlock()
	if c := s.Get(id); c != nil {
		return c, nil
	}
	release, claimed := s.db.ClaimClass(ctx, id)
	stored, err := s.db.Class(ctx, id)
	if errors.Is(claimed, data.ErrBusy) && err == nil {
		return nil, openElsewhere(stored)
	}
	if err = cmp.Or(claimed, err); err != nil {
		if claimed == nil {
			release()
		}
		return nil, err
	}
	c, err := s.load(ctx, stored)
	if err == nil && !isCode(stored.Code, codeDigits) { // a backup has no codes
		stored.Code, err = s.freeCode(ctx)
	}
	if err == nil {
		c.stored.Open = true
		err = c.change(ctx, func(s *State) error { s.Page, s.Code = page, stored.Code; return nil })
	}
	if err != nil {
		release()
		return nil, err
	}
	c.release = release
	c.Machine().SetGuests(&guests{c, c.Machine()})
	if twin := c.twin(); twin != nil {
		twin.SetGuests(&guests{c, twin})
	}
	s.open.Store(id, c)
	return c, nil
}

// openElsewhere returns the error for a class that another process has open.
func openElsewhere(stored *data.Class) error {
	if state, err := decode(stored); err == nil && state.Page != "" {
		return refuse(language.NewMessage("the class {class} is open in another window of the program, at {page}",
			"class", stored.Name, "page", state.Page))
	}
	return refuse(language.NewMessage("the class {class} is open in another window of the program",
		"class", stored.Name))
}

// OpenAgain opens the classes that were open when the program last ended. It passes errors to note.
func (s *Classes) OpenAgain(ctx context.Context, page string, note func(error)) (opened []*Class, err error) {
	all, err := s.db.Classes(ctx)
	for _, stored := range slices.Backward(all) {
		if !stored.Open {
			continue
		}
		c, err := s.Open(ctx, stored.ID, page)
		if err != nil {
			note(err)
			continue
		}
		opened = append(opened, c)
	}
	return opened, err
}

// Get returns a class that is open in this process, or nil.
func (s *Classes) Get(id int64) *Class {
	if c, ok := s.open.Load(id); ok {
		return c.(*Class)
	}
	return nil
}

// Close closes a class, after storing everything that its pupils have played.
func (s *Classes) Close(ctx context.Context, id int64) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	c := s.Get(id)
	if c == nil {
		return nil
	}
	if err := c.close(ctx); err != nil {
		return err
	}
	s.open.Delete(id)
	return nil
}

// Delete deletes a class that is not open. Its machine stays.
func (s *Classes) Delete(ctx context.Context, id int64) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	release, err := s.db.ClaimClass(ctx, id)
	if errors.Is(err, data.ErrBusy) {
		return refuse(language.NewMessage("this class is open: close it first"))
	}
	if err != nil {
		return err
	}
	defer release()
	return s.db.DeleteClass(ctx, id)
}

// End stores all open classes and lets other processes open them. They stay marked as open, so that [Classes.OpenAgain]
// opens them when the program starts again. Call it after [live.Machines.Close], which finishes games.
func (s *Classes) End() {
	s.open.Range(func(id, c any) bool {
		c.(*Class).end()
		s.open.Delete(id)
		return true
	})
}

// Listed is a class in the list of all classes.
type Listed struct {
	data.ListedClass
	Pupils    int
	Here      bool   // it is open in this process
	Elsewhere bool   // it is open in another process
	Page      string // its address there
	Damaged   string // description of the damage, or ""
	twin      int64  // ID of the twin of its trial, or 0
}

// Digits returns the code of the class with a gap.
func (l Listed) Digits() string { return formatCode(l.Code) }

// List returns all classes, the newest first.
func (s *Classes) List(ctx context.Context) (list []Listed, err error) {
	all, err := s.db.Classes(ctx)
	for _, stored := range all {
		l := Listed{ListedClass: stored, Here: s.Get(stored.ID) != nil}
		if stored.Open && !l.Here {
			release, err := s.db.ClaimClass(ctx, stored.ID)
			if l.Elsewhere = errors.Is(err, data.ErrBusy); err == nil {
				release()
			}
		}
		state, err := decode(&stored.Class)
		if err == nil {
			l.Pupils, l.Page = state.present(), state.Page
			if state.Trial != nil {
				l.twin = state.Trial.Twin
			}
		} else {
			l.Damaged = err.Error()
		}
		list = append(list, l)
	}
	return list, err
}

// Check reads all stored classes. It passes errors to note, and returns the number of classes.
func Check(ctx context.Context, db *data.DB, _ string, note func(error)) int {
	all, err := db.Classes(ctx)
	note(err)
	for _, stored := range all {
		s := Classes{db: db}
		_, err := s.games(ctx, &stored.Class)
		note(err)
	}
	return len(all)
}

// Admission is the result of a valid code: access to a class and, for a pupil's own code, to the place of that pupil.
type Admission struct {
	Class *Class
	Pupil int // ID of the pupil, or 0 for a code of the class
}

// EnterByCode looks up a code that somebody has typed. The number of wrong codes is limited.
func (s *Classes) EnterByCode(typed string, who Guesser) (found Admission, err error) {
	code := readCode(typed)
	if code == "" {
		return found, errNoCode
	}
	err = s.guesses.try(who, s.now(), func() bool {
		found = s.lookUp(code)
		return found.Class != nil
	})
	return found, err
}

// lookUp returns what a code gives access to. It compares all codes in constant time.
func (s *Classes) lookUp(code string) (found Admission) {
	s.open.Range(func(_, c any) bool {
		class := c.(*Class)
		state := class.State()
		if sameSecret(state.Code, code) {
			found = Admission{Class: class}
		}
		for _, p := range state.Pupils {
			if sameSecret(p.PlaceCode, code) && !p.Removed {
				found = Admission{class, p.ID}
			}
		}
		return true
	})
	return found
}

// Guessed returns the number of wrong codes in the last ten minutes, or 0 if few enough to be slips.
func (s *Classes) Guessed() int { return s.guesses.lately(s.now()) }

// newPlaceCode returns a code for a lost place that differs from those of all pupils in open classes.
func (s *Classes) newPlaceCode() string {
	for {
		code, taken := newCode(placeDigits), false
		s.open.Range(func(_, c any) bool {
			for _, p := range c.(*Class).State().Pupils {
				taken = taken || p.PlaceCode == code
			}
			return true
		})
		if !taken {
			return code
		}
	}
}

// load loads a stored class without opening it.
func (s *Classes) load(ctx context.Context, stored *data.Class) (*Class, error) {
	games, err := s.games(ctx, stored)
	if err != nil {
		return nil, err
	}
	state, err := decode(stored)
	if err != nil {
		return nil, err
	}
	c := &Class{classes: s, stored: *stored, games: games}
	if state.Trial != nil {
		if c.twinGames, err = s.db.ClassGames(ctx, stored.ID, state.Trial.Twin); err != nil {
			return nil, err
		}
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	c.state.Store(state)
	c.machine.Store(s.live.ByID(stored.Agent))
	return c, nil
}

// games returns the finished games of a stored class, or an error if one is damaged.
func (s *Classes) games(ctx context.Context, stored *data.Class) ([]data.PlayedGame, error) {
	state, err := decode(stored)
	if err != nil {
		return nil, err
	}
	games, err := s.db.ClassGames(ctx, stored.ID, stored.Agent)
	for _, g := range games {
		if _, unknown := state.Pupil(g.Pupil); unknown != nil {
			return nil, damaged(stored, "pupil %d, who played a game, is not in it", g.Pupil)
		}
	}
	return games, err
}
