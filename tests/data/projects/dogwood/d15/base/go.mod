module ridgewalk

go 1.19
