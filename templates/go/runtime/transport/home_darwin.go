package transport

import (
	"os"
	"os/user"
	"strconv"
)

const dataFolder = "Library/Application Support"

// accountHome is the home folder of the user in the account database.
func accountHome() (string, error) {
	u, err := user.LookupId(strconv.Itoa(os.Geteuid()))
	if err != nil {
		return "", err
	}
	return u.HomeDir, nil
}
