/**
 * kustomize's output of deploy/kubernetes, checked against Kubernetes' own schemas. `npm run test:long`: builds two Go
 * programs.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPython } from '../support/python-packages.ts';
import { goProgram } from '../support/servers/go-program.ts';
import { whenAvailable } from '../support/servers/when-available.ts';

/** The oldest promised by kustomization.yaml, and the newest with schemas. */
const VERSIONS = ['1.29.0', '1.37.0'];
/** Its package has the schemas. */
const DESCRIPTIONS = 'kubernetes-validate==1.37.0';
const MINUTES = 60_000;

interface Tools {
  readonly kustomize: string;
  readonly kubeconform: string;
  /** Value of kubeconform's `-schema-location`. */
  readonly schemas: string;
}

async function installTools(): Promise<Tools> {
  const kustomize = await goProgram('sigs.k8s.io/kustomize/kustomize/v5', 'v5.4.2');
  const kubeconform = await goProgram('github.com/yannh/kubeconform/cmd/kubeconform', 'v0.7.0');
  const commands = await installPython('kubernetes-schemas', [DESCRIPTIONS]);
  const folder = mkdtempSync(join(tmpdir(), 'clearcut-kubernetes-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const version of VERSIONS) describeIn(folder, version, commands);
  return {
    kustomize,
    kubeconform,
    schemas: `${folder}/{{.NormalizedKubernetesVersion}}/{{.ResourceKind}}{{.KindSuffix}}.json`,
  };
}

/** A schema with internal references only. */
const own = (path: string): object =>
  JSON.parse(
    readFileSync(path, 'utf8').replaceAll(/"(?:\/api\/_definitions\.json)?#\/\$defs\//g, '"#/definitions/'),
  ) as object;

/** Inlines references: in the package they are addresses, which kubeconform would fetch. */
function describeIn(folder: string, version: string, commands: string): void {
  const found = `../lib/python*/site-packages/kubernetes_validate/kubernetes-json-schema/v${version}-local-strict/*.json`;
  const files = globSync(found, { cwd: commands }).map((path) => join(commands, path));
  const shared = files.find((path) => basename(path) === '_definitions.json') ?? '';
  const { $defs: definitions } = own(shared) as { $defs: object };
  mkdirSync(join(folder, `v${version}`));
  const wanted =
    /^(configmap|service|deployment|job|ingress|networkpolicy|poddisruptionbudget|horizontalpodautoscaler)-(apps-|batch-|networking-|policy-|autoscaling-)?v\d\.json$/;
  for (const path of files.filter((file) => wanted.test(basename(file)))) {
    writeFileSync(join(folder, `v${version}`, basename(path)), JSON.stringify({ ...own(path), definitions }));
  }
}

describe.runIf(process.env['LONG_TESTS'] === '1')('deploy/kubernetes', () => {
  let tools: Tools | undefined;
  let built = '';
  beforeAll(async () => {
    tools = await whenAvailable('The tools for manifests of Kubernetes', installTools);
    if (tools === undefined) return;
    const { status, stdout, stderr } = spawnSync(
      tools.kustomize,
      ['build', join(projectRoot, 'deploy', 'kubernetes')],
      {
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(stderr);
    built = stdout;
  }, 30 * MINUTES);

  function conform(manifests: string, version: string): { status: number | null; stdout: string } {
    const { kubeconform, schemas } = tools as Tools;
    const args = ['-strict', '-summary', '-kubernetes-version', version, '-schema-location', schemas, '-'];
    return spawnSync(kubeconform, args, { input: manifests, encoding: 'utf8' });
  }

  test.for(VERSIONS)('Kubernetes %s knows each object and each of its fields', (version, { skip }) => {
    skip(tools === undefined);
    const objects = built.match(/^kind: /gm)?.length;
    expect(conform(built, version)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`Valid: ${objects}, Invalid: 0, Errors: 0, Skipped: 0`) as string,
    });
  });

  test('an unknown field and a value of the wrong type are found', ({ skip }) => {
    skip(tools === undefined);
    const wrong = built
      .replace('minReplicas: 2', 'minReplicas: two')
      .replace('terminationGracePeriodSeconds', 'gracePeriod');
    const { status, stdout } = conform(wrong, VERSIONS[0] ?? '');
    expect(status).toBe(1);
    expect(stdout).toMatch(/minReplicas/);
    expect(stdout).toMatch(/gracePeriod/);
  });
});
