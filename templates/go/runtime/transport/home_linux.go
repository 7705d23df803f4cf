package transport

import (
	"os"
	"strconv"
	"strings"
)

const dataFolder = ".local/share"

// accountHome is the home folder of the user in /etc/passwd. Accounts that only a name service knows have none here:
// asking one takes the C library.
func accountHome() (string, error) {
	text, err := os.ReadFile("/etc/passwd")
	if err != nil {
		return "", err
	}
	return passwdHome(string(text), os.Geteuid())
}

// passwdHome is the home folder of a user in a text like /etc/passwd.
func passwdHome(text string, uid int) (string, error) {
	for _, line := range strings.Split(text, "\n") {
		fields := strings.Split(line, ":")
		if len(fields) < 7 || strings.HasPrefix(line, "#") {
			continue
		}
		if n, err := strconv.Atoi(fields[2]); err == nil && n == uid {
			return fields[5], nil
		}
	}
	return "", &Error{Message: "the account database has no entry for user " + strconv.Itoa(uid)}
}
