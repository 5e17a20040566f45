#!/bin/sh
# Builds the image menace: the static program and nothing else.
set -eu
cd "$(dirname "$0")/../.."
CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o dist/image/menace ./cmd/menace
buildah build --tag menace --file docs/scaling/Containerfile dist/image
