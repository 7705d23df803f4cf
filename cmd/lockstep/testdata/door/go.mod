module example.com/door

go 1.23
