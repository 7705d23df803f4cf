package main

import "syscall"

const getSettings = syscall.TIOCGETA
