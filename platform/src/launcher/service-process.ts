import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../config/project.ts';
import type { Door, ServiceMessage } from '../service.ts';
import type { Logger } from '../telemetry/logger.ts';
import { logFile, openLog } from './log-file.ts';
import { StartError } from './start-error.ts';

export interface ServiceProcess {
  readonly name: string;
  pid(): number | undefined;
  /** Settles once. @throws StartError */
  readonly ready: Promise<Door>;
  /** SIGTERM, then SIGKILL after ten seconds. */
  stop(): Promise<void>;
  kill(): void;
}

export interface ServiceOptions {
  readonly name: string;
  readonly dataDir: string;
  readonly log: Logger;
  readonly env: () => NodeJS.ProcessEnv;
  readonly onWaiting: (message: string) => void;
  readonly onChange: () => void;
}

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;
/** Restarts at once after this long. */
const SETTLED_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const MAX_FIRST_DEATHS = 3;

const messageSchema: z.ZodType<ServiceMessage> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), port: z.int().exactOptional(), mailboxKey: z.string().exactOptional() }),
  z.object({ type: z.literal('waiting'), message: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

const delayMs = (deaths: number): number =>
  deaths === 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - 2), MAX_DELAY_MS);

/** Detached: the launcher chooses the stopping order. */
const forkService = ({ name, env }: ServiceOptions, output: number): ChildProcess =>
  fork(join(projectRoot, name, 'src', 'main.ts'), {
    env: env(),
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });

export function startService(options: ServiceOptions): ServiceProcess {
  const { name, dataDir, log, onWaiting, onChange } = options;
  const ready = Promise.withResolvers<Door>();
  let isReady = false;
  let deaths = 0;
  let child: ChildProcess | undefined;
  let pause: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();

  const onMessage = (raw: unknown) => {
    const message = messageSchema.parse(raw);
    if (message.type === 'ready') {
      isReady = true;
      ready.resolve(message);
    } else if (message.type === 'waiting') {
      onWaiting(message.message);
    } else {
      ready.reject(new StartError(message.message));
    }
  };

  const onDeath = (cause: string, startedAt: number) => {
    child = undefined;
    onChange();
    if (stopping.signal.aborted) {
      stopped.resolve();
      return;
    }
    deaths = performance.now() - startedAt > SETTLED_MS ? 1 : deaths + 1;
    if (!isReady && deaths >= MAX_FIRST_DEATHS) {
      ready.reject(new StartError(`${name} does not start: see ${logFile(dataDir, name)}`));
    }
    const delay = delayMs(deaths);
    log.error({ child: name, cause, delay }, 'a service died: starting it again');
    pause = setTimeout(() => void launch(), delay);
  };

  // Listens at once: the system may refuse a process, too.
  const watch = (started: ChildProcess, startedAt: number) => {
    child = started;
    started.on('message', onMessage);
    // Other errors come with an exit.
    started.on('error', (error) => {
      if (started.pid === undefined) onDeath(error.message, startedAt);
    });
    started.once('exit', (code, signal) => onDeath(signal ?? `exit status ${code}`, startedAt));
    onChange();
  };

  const launch = async () => {
    const startedAt = performance.now();
    try {
      const output = await openLog(dataDir, name);
      try {
        if (!stopping.signal.aborted) watch(forkService(options, output.fd), startedAt);
      } finally {
        await output.close();
      }
    } catch (error) {
      onDeath(String(error), startedAt);
    }
  };

  void launch();
  return {
    name,
    pid: () => child?.pid,
    ready: ready.promise,
    async stop() {
      stopping.abort();
      clearTimeout(pause);
      if (child === undefined) return;
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await stopped.promise;
      clearTimeout(impatience);
    },
    kill: () => void child?.kill('SIGKILL'),
  };
}
