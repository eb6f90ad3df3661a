import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import kafkaJars from './kafka-jars.json' with { type: 'json' };
import { checkJava, jars } from './jars.ts';
import { freePort, startJavaServer } from './java-server.ts';

export interface KafkaBroker {
  /** As KAFKA_BROKERS takes it. */
  readonly brokers: string;
  /** Ends the broker and keeps what it stored. */
  halt(): Promise<void>;
  /** Starts it again, at the same address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Enough for tests. The rest is about starting soon. */
const JAVA_OPTIONS = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** One broker that is its own controller (KRaft), with what it stores in a folder for temporary files. @throws ServerUnavailableError */
export async function startKafka(): Promise<KafkaBroker> {
  await checkJava();
  const classPath = (await jars(kafkaJars)).join(delimiter);
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-kafka-'));
  const [port, controllerPort] = [await freePort(), await freePort()];
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'log.dirs': join(folder, 'log'),
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(folder, 'server.properties'), lines.join('\n'));
  const java = [...JAVA_OPTIONS, '-cp', classPath];
  const clusterId = randomBytes(16).toString('base64url');
  await promisify(execFile)(
    'java',
    [...java, 'kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', 'server.properties'],
    { cwd: folder },
  );
  const start = () =>
    startJavaServer({ args: [...java, 'kafka.Kafka', 'server.properties'], cwd: folder, isReady: () => accepts(port) });

  let server = await start();
  return {
    brokers: `127.0.0.1:${port}`,
    halt: () => server.stop(),
    async resume() {
      server = await start();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The broker listens for clients once it can serve them. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy() && resolve(true)).once('error', () => resolve(false));
  });
}
