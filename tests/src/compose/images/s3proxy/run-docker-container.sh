#!/bin/sh
# The part of the public image's that docker-compose.yml uses: variables of the environment become properties.
set -eu
touch /tmp/s3proxy.conf
exec java -Xmx512m \
  -Ds3proxy.endpoint="$S3PROXY_ENDPOINT" \
  -Ds3proxy.authorization="$S3PROXY_AUTHORIZATION" \
  -Ds3proxy.identity="$S3PROXY_IDENTITY" \
  -Ds3proxy.credential="$S3PROXY_CREDENTIAL" \
  -Djclouds.provider="$JCLOUDS_PROVIDER" \
  -Djclouds.filesystem.basedir="$JCLOUDS_FILESYSTEM_BASEDIR" \
  -jar /opt/s3proxy/s3proxy.jar --properties /tmp/s3proxy.conf
