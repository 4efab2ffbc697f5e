package ridgewalk

import (
	"fmt"
	"testing"
)

var alps = Paths{
	"Alm":  {"Berg"},
	"Berg": {"Col"},
	"Col":  {"Dorf", "Eck"},
}

func TestTwoLegs(t *testing.T) {
	got := fmt.Sprint(Routes(alps, "Berg", 2))
	if want := "[[Berg Col Dorf] [Berg Col Eck]]"; got != want {
		t.Errorf("two legs: got %s, want %s", got, want)
	}
}

func TestThreeLegs(t *testing.T) {
	got := fmt.Sprint(Routes(alps, "Alm", 3))
	if want := "[[Alm Berg Col Dorf] [Alm Berg Col Eck]]"; got != want {
		t.Errorf("three legs: got %s, want %s", got, want)
	}
}
