import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { FLAT_MEMORY } from '../launcher/product.ts';
import { loadConfig, settingNames } from './config.ts';
import { projectRoot } from './project.ts';
import { secretFileNames } from './secret-files.ts';

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly resources?: { readonly limits?: { readonly memory?: string } };
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly volumes?: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
  };
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template?: Pod;
    readonly replicas?: number;
    readonly selector?: { readonly matchLabels?: object; readonly 'app.kubernetes.io/name'?: string };
    readonly rules?: readonly {
      readonly host: string;
      readonly http: { readonly paths: readonly { readonly backend: object }[] };
    }[];
    readonly metrics?: readonly { readonly external: { readonly metric: Metric } }[];
    readonly scaleTargetRef?: { readonly name: string };
  };
}
interface Metric {
  readonly name: string;
  readonly selector: { readonly matchLabels: object };
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const file = (name: string): string => read(`deploy/kubernetes/${name}`);
const kustomization = parse(file('kustomization.yaml')) as {
  readonly resources: readonly string[];
  readonly configMapGenerator: readonly { readonly envs: readonly string[] }[];
  readonly images: readonly { readonly name: string }[];
  readonly patches: readonly { readonly path: string; readonly target: { readonly kind: string } }[];
};
const manifests = kustomization.resources.flatMap((name) =>
  parseAllDocuments(file(name)).map((document) => document.toJS() as Manifest),
);
const ofKind = (...kinds: string[]): Manifest[] => manifests.filter(({ kind }) => kinds.includes(kind));
function podOf({ metadata, spec: { template } }: Manifest): Pod {
  if (template === undefined) throw new Error(`${metadata.name} has no pod`);
  return template;
}
const containerOf = (manifest: Manifest): Container => podOf(manifest).spec.containers[0] ?? { name: 'none' };
const everyPod = podOf(parse(file('every-pod.yaml')) as Manifest);
const services = ofKind('Deployment', 'Job');
const deployments = ofKind('Deployment');
const namesOf = (all: readonly Manifest[]): string[] => all.map(({ metadata }) => metadata.name);

test('every file is part of the kustomization, or says why not', () => {
  const [{ envs } = { envs: [] }] = kustomization.configMapGenerator;
  const given = [
    'kustomization.yaml',
    ...kustomization.resources,
    ...envs,
    ...kustomization.patches.map(({ path }) => path),
  ];
  const others = readdirSync(join(projectRoot, 'deploy', 'kubernetes')).filter((name) => !given.includes(name));
  expect(others).toEqual(['prometheus-adapter.yaml']);
  expect(file('prometheus-adapter.yaml')).toMatch(/^# For prometheus-adapter's configuration, not kustomize's/);
  expect(namesOf(services)).toEqual(['prepare', 'command-api', 'projections', 'inference-worker']);
  expect(kustomization.images.map(({ name }) => name)).toEqual(['clearcut']);
});

test('every setting is known and valid, and each secret is created and mounted', () => {
  const common = Object.fromEntries(
    file('settings.env')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>;
  for (const manifest of services) {
    const { env = [], volumeMounts = [] } = containerOf(manifest);
    const given: Record<string, string> = {
      ...common,
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
    };
    for (const name of Object.keys(given)) {
      expect([...settingNames, ...secretFileNames, ...Object.keys(FLAT_MEMORY)]).toContain(name);
    }
    const volumes = [...(everyPod.spec.volumes ?? []), ...(podOf(manifest).spec.volumes ?? [])];
    const mounts = [...(everyPod.spec.containers[0]?.volumeMounts ?? []), ...volumeMounts];
    for (const [name, path] of Object.entries(given).filter(([setting]) => setting.endsWith('_FILE'))) {
      const mount = mounts.find(({ mountPath }) => dirname(path) === mountPath);
      const secret = volumes.find((volume) => volume.name === mount?.name)?.secret?.secretName;
      const key = basename(path);
      const from = secret === 'clearcut-worker' ? `${key}=secrets/worker-${key}` : `secrets/${key}`;
      const made = new RegExp(`create secret generic ${secret} .*--from-file=${from}\\b`);
      expect(file('kustomization.yaml'), name).toMatch(made);
    }
    expect(loadConfig(withSecrets(given))).toMatchObject({ kafka: { brokers: ['kafka:9092'] }, sandbox: false });
  }
});

test('a worker has only its own role and keys', () => {
  const worker = services.find(({ metadata }) => metadata.name === 'inference-worker') as Manifest;
  const { env = [] } = containerOf(worker);
  const shared = /^DATABASE_URL=(.*)$/m.exec(file('settings.env'))?.[1] ?? '';
  expect(env[0]).toEqual({ name: 'DATABASE_URL', value: shared.replace('clearcut@', 'clearcut_worker@') });
  const secretOf = (manifest: Manifest) =>
    podOf(manifest).spec.volumes?.find(({ name }) => name === 'data-secrets')?.secret?.secretName;
  for (const manifest of services) {
    expect(secretOf(manifest)).toBe(manifest === worker ? 'clearcut-worker' : 'clearcut-data');
  }
  expect(JSON.stringify(everyPod.spec.volumes)).not.toContain('secret');
});

function withSecrets(given: Readonly<Record<string, string>>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'clearcut-kubernetes-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const moved = Object.entries(given).map(([name, value]) => {
    if (!value.startsWith('/run/secrets/')) return [name, value];
    const path = join(folder, value);
    mkdirSync(dirname(path), { recursive: true });
    const isKey = name === 'ENCRYPTION_KEYS_FILE';
    writeFileSync(path, isKey ? Buffer.alloc(32, 1).toString('base64') : 'smtps://us:pw@mail.example.com:465');
    return [name, path];
  });
  return Object.fromEntries(moved) as Record<string, string>;
}

test('each manifest starts its service as docker-compose.yml does, with the memory settings of `npm start`', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { command?: string[] }>;
  };
  for (const manifest of services) {
    const { command } = containerOf(manifest);
    expect(command).toEqual(compose.services[manifest.metadata.name]?.command);
    expect(read(command?.[1] ?? '')).not.toBe('');
  }
  const worker = deployments.find(({ metadata }) => metadata.name === 'inference-worker');
  const { env = [] } = containerOf(worker as Manifest);
  expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toMatchObject(FLAT_MEMORY);
});

test('each pod has minimal rights and limits, and its process can kill itself when it hangs', () => {
  expect(kustomization.patches).toEqual(
    ['Deployment', 'Job'].map((kind) => ({ path: 'every-pod.yaml', target: { kind } })),
  );
  expect(everyPod.spec).toMatchObject({
    automountServiceAccountToken: false,
    shareProcessNamespace: true,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'clearcut',
        image: 'clearcut',
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  });
  for (const manifest of services) {
    expect(podOf(manifest).spec.containers).toHaveLength(1);
    // kustomize finds the container to patch by this name.
    expect(containerOf(manifest).name).toBe('clearcut');
    expect(containerOf(manifest).resources?.limits?.memory).toMatch(/Gi$/);
  }
});

test('ports, probes, service and ingress lead to the port that the API listens on', () => {
  const { port } = loadConfig({});
  expect(read('Dockerfile')).toContain(`EXPOSE ${port}`);
  const api = containerOf(deployments.find(({ metadata }) => metadata.name === 'command-api') as Manifest);
  expect(api.ports).toEqual([{ name: 'http', containerPort: port }]);
  expect(read('docs/routes.md')).toContain('`GET /healthz`');
  for (const probe of [api.startupProbe, api.readinessProbe, api.livenessProbe]) {
    expect(probe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
  }
  const [service] = ofKind('Service');
  expect(service).toMatchObject({ metadata: { name: 'command-api' }, spec: { ports: [{ port, targetPort: 'http' }] } });
  expect(read('deploy/monitoring/prometheus.yml')).toContain(`names: [command-api]`);
  const [ingress] = ofKind('Ingress');
  expect(ingress?.spec.rules?.[0]?.http.paths[0]?.backend).toEqual({
    service: { name: 'command-api', port: { name: 'http' } },
  });
  const { PUBLIC_URL = '' } = Object.fromEntries([
    /^(PUBLIC_URL)=(.*)$/m.exec(file('settings.env'))?.slice(1) ?? [],
  ]) as Record<string, string>;
  expect(ingress?.spec.rules?.[0]?.host).toBe(new URL(PUBLIC_URL).host);
});

test('each service is selected by its labels, and keeps one process whichever node is drained', () => {
  const budgets = ofKind('PodDisruptionBudget');
  expect(namesOf(budgets)).toEqual(namesOf(deployments));
  for (const manifest of [...deployments, ...budgets]) {
    const labels = { 'app.kubernetes.io/name': manifest.metadata.name };
    expect(manifest.spec.selector?.matchLabels).toEqual(labels);
    if (manifest.kind === 'Deployment') expect(podOf(manifest).metadata.labels).toEqual(labels);
  }
  for (const { spec } of ofKind('Service'))
    expect(namesOf(deployments)).toContain(spec.selector?.['app.kubernetes.io/name']);
});

test('workers scale on a metric that the API exports and the adapter passes on', () => {
  const [autoscaler] = ofKind('HorizontalPodAutoscaler');
  const metric = autoscaler?.spec.metrics?.[0]?.external.metric;
  if (metric === undefined) throw new Error('The autoscaler has no metric');
  expect(read('command-api/src/http/gauges.ts')).toContain(`'${metric.name}'`);
  expect(metric.selector.matchLabels).toEqual({ topic: 'image-jobs' });
  const [rule] = (
    parse(file('prometheus-adapter.yaml')) as { externalRules: { name: { as: string }; metricsQuery: string }[] }
  ).externalRules;
  expect(rule?.name.as).toBe(metric.name);
  expect(rule?.metricsQuery).toContain(`${metric.name}{<<.LabelMatchers>>}`);
  expect(autoscaler?.spec.scaleTargetRef?.name).toBe('inference-worker');
  // Two owners of the number would undo each other's changes.
  expect(deployments.find(({ metadata }) => metadata.name === 'inference-worker')?.spec.replicas).toBeUndefined();
});

test.skipIf(spawnSync('kustomize', ['version']).status !== 0)('kustomize uses one image for everything', () => {
  const { status, stdout, stderr } = spawnSync('kustomize', ['build', join(projectRoot, 'deploy', 'kubernetes')], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const built = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  for (const manifest of built.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')) {
    expect(podOf(manifest).spec).toMatchObject({
      shareProcessNamespace: true,
      containers: [{ image: 'registry.example.com/clearcut:0.1.0', securityContext: { readOnlyRootFilesystem: true } }],
    });
  }
});
