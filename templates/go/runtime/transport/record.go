package transport

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A Record is what service.json says of a host.
type Record struct {
	ProtocolMajor, ProtocolMinor int
	Service, Role                string
	Rank                         uint8 // a lower one wins the service; 255 is unknown
	PID                          int
	Endpoint, Version            string
	StartedMS                    uint64 // when the record was written, in milliseconds since 1970
	ProcessStartedMS             uint64 // when the process started; 0 when not known
}

// recordLimit is the size of the largest record that is read.
const recordLimit = 64 << 10

// text is the record as it is written.
func (r *Record) text() []byte {
	dst := []byte("{")
	name := func(name string) {
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, "\n  \""...), name...), `": `...)
	}
	number := func(of string, n uint64) { name(of); dst = strconv.AppendUint(dst, n, 10) }
	word := func(of string, s string) { name(of); dst = wire.AppendString(dst, s) }
	number("protocol_major", uint64(r.ProtocolMajor))
	number("protocol_minor", uint64(r.ProtocolMinor))
	word("service", r.Service)
	word("role", r.Role)
	number("rank", uint64(r.Rank))
	number("pid", uint64(r.PID))
	word("endpoint", r.Endpoint)
	word("version", r.Version)
	number("started_ms", r.StartedMS)
	if r.ProcessStartedMS != 0 {
		number("process_started_ms", r.ProcessStartedMS)
	}
	word("engine_version", r.Version)
	return append(dst, "\n}"...)
}

// parseRecord reads a record. It is false when a member that every reader needs is missing, or one has another type.
// Members that are not known are passed over.
func parseRecord(text []byte) (Record, bool) {
	members, refused := wire.ReadMembers(text)
	if refused != nil {
		return Record{}, false
	}
	r := Record{Rank: 255}
	needed := 5
	var engine string
	good := true
	for _, m := range members {
		number := func(bits int) uint64 {
			n, err := strconv.ParseUint(string(m.Value), 10, bits)
			good = good && err == nil
			return n
		}
		word := func() string {
			s, ok := m.Text()
			good = good && ok
			return s
		}
		switch m.Name {
		case "protocol_major":
			r.ProtocolMajor, needed = int(number(31)), needed-1
		case "protocol_minor":
			r.ProtocolMinor, needed = int(number(31)), needed-1
		case "pid":
			r.PID, needed = int(number(31)), needed-1
		case "role":
			r.Role, needed = word(), needed-1
		case "endpoint":
			r.Endpoint, needed = word(), needed-1
		case "service":
			r.Service = word()
		case "rank":
			r.Rank = uint8(number(8))
		case "version":
			r.Version = word()
		case "engine_version":
			engine = word()
		case "started_ms":
			r.StartedMS = number(64)
		case "process_started_ms":
			r.ProcessStartedMS = number(64)
		}
	}
	if r.Version == "" {
		r.Version = engine
	}
	return r, good && needed == 0
}

// running reports whether the process that wrote the record still runs.
func (r *Record) running() bool {
	const spread = 2000 // of the clock that start times are taken from, in milliseconds
	if !alive(r.PID) {
		return false
	}
	started := startedMS(r.PID)
	if r.ProcessStartedMS == 0 || started == 0 {
		return true
	}
	return max(started, r.ProcessStartedMS)-min(started, r.ProcessStartedMS) <= spread
}

// findRecord reads the record of a service for a client, which trusts it only when nobody else can have written it.
func findRecord(s Suite, service string) (Record, *Error) {
	absent := &Error{Code: CodeUnavailable, Message: "no service.json for " + service, Retryable: true}
	unreadable := func(err error) *Error {
		if errors.Is(err, fs.ErrNotExist) {
			return absent
		}
		return &Error{Code: CodeUnavailable, Retryable: true, Cause: err,
			Message: "could not read service.json for " + service + " (try again): " + systemText(err)}
	}
	dir, path := s.ServiceDir(service), s.recordPath(service)
	facts, err := follow(s.runtimeDir())
	if err != nil {
		return Record{}, unreadable(err)
	}
	if e := facts.guarded(s.runtimeDir()); e != nil {
		return Record{}, e
	}
	facts, err = inspect(dir)
	if err != nil {
		return Record{}, unreadable(err)
	}
	if e := facts.private(dir, fs.ModeDir); e != nil {
		return Record{}, e
	}
	if facts, err = inspect(path); err != nil {
		return Record{}, unreadable(err)
	}
	if e := facts.private(path, 0); e != nil {
		return Record{}, e
	}
	text, facts, err := readPrivate(path, recordLimit)
	if err != nil {
		return Record{}, unreadable(err)
	}
	if e := facts.private(path, 0); e != nil { // what was opened, not what was there before
		return Record{}, e
	}
	r, ok := parseRecord(text)
	switch {
	case !ok:
		return Record{}, absent
	case r.ProtocolMajor != protocolMajor:
		return Record{}, &Error{Code: CodeProtocol, Message: "host speaks protocol " + strconv.Itoa(r.ProtocolMajor)}
	case !filepath.IsAbs(r.Endpoint):
		return Record{}, errInsecure("service.json names the socket "+strconv.Quote(r.Endpoint)+", want an absolute path",
			"start the host again")
	}
	return r, nil
}

// publish writes the record so that a reader sees all of it or nothing, and so that it is still there after a crash of
// the machine.
func (r *Record) publish(dir string) error {
	path, part := dir+"/service.json", dir+"/.service.json.new"
	// The part may be left by a process that was killed: the owner of the lock is the only one who writes here.
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errInTheWay(part, err)
	}
	if facts, err := inspect(path); err == nil && facts.mode.IsDir() {
		return errInTheWay(path, nil)
	}
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return errSystem("cannot write "+strconv.Quote(part), err)
	}
	_, err = f.Write(r.text())
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		_ = os.Remove(part)
		return errSystem("cannot write "+strconv.Quote(path), err)
	}
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync() // not every file system can
		_ = d.Close()
	}
	return nil
}

// errInTheWay is about what stands where the host has to write.
func errInTheWay(path string, err error) *Error {
	e := errInsecure(strconv.Quote(path)+" is in the way", "remove it")
	if err != nil {
		e.Message = strconv.Quote(path) + " is in the way: " + systemText(err) + "; remove it"
		e.Cause = err
	}
	return e
}

// withdraw removes the record if it is still this one.
func (r *Record) withdraw(dir string) {
	path := dir + "/service.json"
	text, _, err := readPrivate(path, recordLimit)
	if err != nil {
		return
	}
	if now, ok := parseRecord(text); ok && now == *r {
		_ = os.Remove(path)
	}
}
