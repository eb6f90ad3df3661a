import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import kafkaJars from './kafka-jars.json' with { type: 'json' };
import { checkJava, jars, ServerUnavailableError } from './jars.ts';
import { freePort, startJavaServer } from './java-server.ts';

export interface KafkaBroker {
  /** In the form of KAFKA_BROKERS. */
  readonly brokers: string;
  /** The same broker's listener with TLS and authentication only. */
  readonly secured: {
    readonly brokers: string;
    /** Path of the certificate, which only the test trusts. */
    readonly certificate: string;
    readonly username: string;
    readonly password: string;
  };
  /** Stops the broker and keeps its data. */
  halt(): Promise<void>;
  /** Restarts it at the same address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** A heap sufficient for tests; the rest speeds up the start. */
const JAVA_OPTIONS = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/**
 * One broker that is its own controller (KRaft), with its data in a temporary folder.
 *
 * @param through starts a proxy before the given port and returns its own: clients are sent there
 * @throws ServerUnavailableError
 */
export async function startKafka(
  through: (port: number) => Promise<number> = (port) => Promise.resolve(port),
): Promise<KafkaBroker> {
  await checkJava();
  const classPath = (await jars(kafkaJars)).join(delimiter);
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-kafka-'));
  const [port, securedPort, controllerPort] = [await freePort(), await freePort(), await freePort()];
  const advertised = await through(port);
  const { certificate, keystore } = await makeCertificate(folder);
  const [username, password] = ['clearcut', randomBytes(16).toString('hex')];
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${port},SASL_SSL://127.0.0.1:${securedPort},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertised},SASL_SSL://127.0.0.1:${securedPort}`,
    ...securedListener({ keystore, username, password }),
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
  const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${username},password=${password}]`,
  ]);
  await promisify(execFile)(
    'java',
    // In one word with its option: one id in 64 starts with a hyphen, and would be read as an option.
    [...java, 'kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', 'server.properties', ...scram],
    { cwd: folder },
  );
  const start = () =>
    startJavaServer({ args: [...java, 'kafka.Kafka', 'server.properties'], cwd: folder, isReady: () => accepts(port) });

  let server = await start();
  return {
    brokers: `127.0.0.1:${advertised}`,
    secured: { brokers: `127.0.0.1:${securedPort}`, certificate, username, password },
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

interface SecuredListener {
  readonly keystore: string;
  readonly username: string;
  readonly password: string;
}

function securedListener({ keystore, username, password }: SecuredListener): Record<string, string> {
  const modules = 'org.apache.kafka.common.security';
  return {
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
    'listener.name.sasl_ssl.ssl.keystore.type': 'PEM',
    'listener.name.sasl_ssl.ssl.keystore.location': keystore,
    'listener.name.sasl_ssl.sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    'listener.name.sasl_ssl.plain.sasl.jaas.config': `${modules}.plain.PlainLoginModule required user_${username}="${password}";`,
    'listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config': `${modules}.scram.ScramLoginModule required;`,
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': `${modules}.scram.ScramLoginModule required;`,
  };
}

/** A certificate for this machine's loopback, valid for a day; `keystore` also holds its key. */
async function makeCertificate(folder: string): Promise<{ readonly certificate: string; readonly keystore: string }> {
  const [certificate, key, keystore] = ['certificate.pem', 'key.pem', 'keystore.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const about = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-days', '1'];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
  await promisify(execFile)('openssl', ['req', '-x509', ...made, ...about]).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ServerUnavailableError('there is no openssl') : error;
  });
  await writeFile(keystore, `${await readFile(key, 'utf8')}${await readFile(certificate, 'utf8')}`, { mode: 0o600 });
  return { certificate, keystore };
}

/** The broker listens for clients once it can serve them. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy() && resolve(true)).once('error', () => resolve(false));
  });
}
