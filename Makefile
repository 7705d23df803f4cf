# The commands of this repository. "make" lists them.

.POSIX:
.SUFFIXES:
.PHONY: help gen check test test-go test-typescript test-rust bench fuzz lint

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME = 10s
LONG = -timeout 30m

# lane NAME, TOOL, COMMAND runs the tests of one language if its toolchain is there. If not, the lane is skipped with a
# line that says so; with CI=true it fails.
lane = if command -v $(2) >/dev/null 2>&1; then echo "lane $(1)" && $(3); \
	elif [ "$$CI" = true ]; then echo "lane $(1): failed, $(2) is not installed" >&2; exit 1; \
	else echo "lane $(1): skipped, $(2) is not installed"; fi

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

gen: ## write generated/ from the contracts in schema/
	go run ./cmd/lockstep gen

check: ## tell what has moved since the last gen, and change nothing
	go run ./cmd/lockstep check

test: test-go test-typescript test-rust ## run the tests of every language whose toolchain is installed

test-go:
	@$(call lane,go,go,go test $(LONG) ./...)

# The tests that need Node are Go tests too, so that what has just passed is not run again.
test-typescript:
	@$(call lane,typescript,node,node --test --test-reporter=dot templates/typescript/runtime/test/*.test.mjs generated/typescript/test/*.test.mjs && \
		go test ./gen/typescript/... ./templates/typescript/...)

# The published Rust programs and the generated crates are built here by cargo, which takes minutes the first time.
test-rust:
	@$(call lane,rust,cargo,go test $(LONG) ./cmd/right-ctl/real/... ./gen/rust/... ./templates/rust/...)

bench: ## compare speed with peers, in the same run
	cd gen/golang/testdata/bench && go run ./prepare && go run .
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## fuzz every target for FUZZTIME (10s)
	@set -e; for package in $$(go list ./...); do \
		tests=$$(go test -list '^Fuzz' "$$package"); \
		for target in $$(echo "$$tests" | grep '^Fuzz' || :); do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5x "$$package"; \
		done; \
	done

lint: ## gofmt, go vet, staticcheck, with the tag demo and without
	@unformatted=$$(gofmt -l cmd gen generated schema templates) && \
		if [ -n "$$unformatted" ]; then echo "gofmt -w is needed for:" "$$unformatted" >&2; exit 1; fi
	go vet ./...
	go vet -tags demo ./...
	go run $(STATICCHECK) ./...
	go run $(STATICCHECK) -tags demo ./cmd/...
