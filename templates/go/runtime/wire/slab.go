package wire

// A slab is room that lists of one type share, so that many short ones take one allocation. A list inside another one of
// the same type is one level deeper, and each level has its own room.
type slab[T any] struct {
	levels [][]T
	level  int
}

// slabs are the slabs of a decoder, of different types. They are kept for the next message, but not what is in them.
type slabs []interface{ empty() }

// slabOf is the slab for lists of T.
func slabOf[T any](d *Decoder) *slab[T] {
	for _, known := range d.slabs {
		if s, ok := known.(*slab[T]); ok {
			return s
		}
	}
	s := new(slab[T])
	d.slabs = append(d.slabs, s)
	return s
}

// take starts a list.
func (s *slab[T]) take() []T {
	if s.level == len(s.levels) {
		s.levels = append(s.levels, nil)
	}
	s.level++
	return s.levels[s.level-1]
}

// give ends the list that was started last, with the room that it leaves.
func (s *slab[T]) give(rest []T) {
	s.level--
	s.levels[s.level] = rest
}

// empty leaves what has been handed out to those who have it.
func (s *slab[T]) empty() {
	clear(s.levels)
	s.level = 0
}

// empty makes all slabs as good as new, unless there are so many types that looking for one takes long.
func (all slabs) empty() slabs {
	const most = 16
	if len(all) > most {
		return nil
	}
	for _, s := range all {
		s.empty()
	}
	return all
}
