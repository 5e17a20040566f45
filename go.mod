module menace

go 1.26
