// Package ridgewalk lists the ways over a mountain range.
package ridgewalk

// Paths leads from each hut to the huts that can be reached on foot.
type Paths map[string][]string

// Routes returns every route of the given number of legs that starts at the hut.
func Routes(p Paths, start string, legs int) [][]string {
	return nil
}
