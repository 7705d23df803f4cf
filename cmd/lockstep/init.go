package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rightkit/lockstep/gen"
)

var initCommand = command{
	name: "init", args: "[NAME]", short: "start a project in this folder",
	long: `
Writes lockstep.yaml and a small contract, as a start: schema/NAME/v1/schema.json says what the messages look like,
schema/NAME/v1/contract.yaml which tools use them and what their error codes mean. "lockstep gen" accepts it as it is.
Nothing is written when one of the files is there already. NAME is "example" when it is left out.

Go is generated where there is a go.mod, here or above; TypeScript where there is none, and a package.json here.`,
	setup: func(fs *flag.FlagSet) func(*streams, []string) int {
		dir := dirFlag(fs, "start the project in this `folder`")
		var importPath string
		fs.Func("import", "import `path` of the folder, when neither it nor one above has a go.mod", func(value string) error {
			if !gen.IsImportPath(value) {
				return errors.New("no import path such as \"example.com/project\"")
			}
			importPath = value
			return nil
		})
		return func(s *streams, args []string) int {
			name := "example"
			switch {
			case len(args) > 1:
				return misuse(s, "init", "it takes at most one name")
			case len(args) == 1:
				name = args[0]
			}
			return initialize(s, *dir, importPath, name)
		}
	},
}

//go:embed starter/lockstep.yaml
var starterProject string

//go:embed starter/go.yaml
var starterGo string

//go:embed starter/typescript.yaml
var starterTypeScript string

//go:embed starter/contract.yaml
var starterContract string

//go:embed starter/schema.json
var starterSchema string

var contractName = regexp.MustCompile(`^[a-z][a-z0-9]{0,39}(-[a-z0-9]{1,40}){0,4}$`)

func initialize(s *streams, dir, importPath, name string) int {
	if !contractName.MatchString(name) {
		return misuse(s, "init", fmt.Sprintf("NAME is %q, want lower-case letters, digits and single hyphens", name))
	}
	targets := starterGo
	switch found := gen.ImportPath(dir); {
	case found == "" && importPath == "" && isFile(filepath.Join(dir, "package.json")):
		targets = starterTypeScript
	case found == "" && importPath == "":
		return misuse(s, "init", `there is no go.mod here or above, and no package.json here: run "go mod init PATH" or "npm init" first, or give --import PATH`)
	case found != "" && importPath != "" && found != importPath:
		return misuse(s, "init", fmt.Sprintf("by go.mod the import path of the folder is %q, not %q: leave out --import", found, importPath))
	case importPath == "" && !gen.IsImportPath(found):
		return misuse(s, "init", fmt.Sprintf("by go.mod the import path of the folder is %q, which has characters that generated code cannot have", found))
	case importPath == "":
		importPath = found
	}
	fill := strings.NewReplacer("NAME", name, "IMPORT", importPath)
	project := strings.ReplaceAll(starterProject, "TARGETS", targets)
	folder := path.Join("schema", name, "v1")
	files := []struct{ path, text string }{
		{"lockstep.yaml", project},
		{path.Join(folder, "contract.yaml"), starterContract},
		{path.Join(folder, "schema.json"), starterSchema},
	}
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(dir, f.path)); !errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(s.err, "lockstep: %s is there already; nothing was written\n", f.path)
			return exitFindings
		}
	}
	for _, f := range files {
		if err := create(filepath.Join(dir, f.path), fill.Replace(f.text)); err != nil {
			return internal(s, err)
		}
		fmt.Fprintln(s.out, "wrote", f.path)
	}
	fmt.Fprintln(s.out, `Now change the contract to yours, and run "lockstep gen".`)
	return exitDone
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// create writes a file that is not there yet.
func create(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
