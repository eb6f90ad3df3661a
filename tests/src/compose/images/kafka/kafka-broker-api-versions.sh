#!/bin/sh
# `--bootstrap-server HOST:PORT`: whether the broker accepts connections, which it does once it can serve.
address=$2
exec bash -c "exec 3<>/dev/tcp/${address%:*}/${address#*:}"
