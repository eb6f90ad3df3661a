#!/bin/sh
# The part of the public image's that docker-compose.yml uses: KAFKA_SOME_NAME becomes some.name, and a new volume is formatted.
set -eu
settings=/opt/kafka/config/server.properties
env | grep '^KAFKA_' | grep -v '^KAFKA_HEAP_OPTS=' | while IFS='=' read -r name value; do
  echo "$(echo "${name#KAFKA_}" | tr 'A-Z_' 'a-z.')=$value"
done >"$settings"
export CLASSPATH='/opt/kafka/libs/*'
java="java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
$java kafka.tools.StorageTool format --ignore-formatted --cluster-id=5L6g3nShT-eMCtK--X86sw -c "$settings"
exec $java kafka.Kafka "$settings"
