#!/bin/sh
# Runs the words after `docker run IMAGE`: without any, the whole product on embedded parts.
set -e
case "${1-}" in
  # The sandbox's pages answer only the machine they run on, which is the container.
  '') SANDBOX="${SANDBOX-false}" exec node /clearcut/platform/src/launcher/main.ts ;;
  cutout) shift && exec node /clearcut/cli/src/main.ts "$@" ;;
  operator) shift && exec node /clearcut/operator/src/main.ts "$@" ;;
  models) shift && exec node /clearcut/inference-worker/src/models-cli/main.ts "$@" ;;
  *) exec "$@" ;;
esac
