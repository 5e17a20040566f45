package pagetest

import "menace/cmd/menace/internal/kits"

func init() { otherFeatures = append(otherFeatures, kits.Pages) }
