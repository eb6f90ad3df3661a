/** Checks alert rules and dashboard in deploy/monitoring against the metrics and labels of a running product. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createClient } from '../support/client.ts';
import { holdJobs } from '../support/held-jobs.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';

const folder = join(projectRoot, 'deploy', 'monitoring');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}
const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('dashboard.json')) as {
  panels: { id: number; title: string; description: string; targets: { expr: string }[] }[];
};
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** From Prometheus itself. */
const OF_PROMETHEUS = ['up'];
const WORDS = new Set(['by', 'without', 'and', 'or', 'unless', 'on', 'ignoring', 'group_left', 'group_right', 'bool']);

/** Each metric in an expression, with the labels of its selector. */
function selectorsOf(expression: string): { metric: string; labels: string[] }[] {
  const bare = expression.replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '').replaceAll(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/(?<![\w"])([a-z_:][\w:]*)\b(?!\s*\()(?:\{([^}]*)\})?(?=([^"]*"[^"]*")*[^"]*$)/gi)]
    .filter(([, metric = '']) => !WORDS.has(metric))
    .map(([, metric = '', matchers = '']) => ({
      metric,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }))
    .filter(({ metric }) => /_|^up$/.test(metric));
}

let product: Installation;
let release: () => Promise<void>;
beforeAll(async () => {
  product = await sharedInstallation();
  // A non-empty queue has an age and a length.
  release = await holdJobs(product.database);
  const client = createClient(product.url, { clientId: randomUUID() });
  expect((await client.upload(await photo({ width: 64, height: 48 }))).status).toBe(201);
});
afterAll(async () => {
  await release();
  await product.stop();
});

test('reads the metrics and labels of an expression', () => {
  expect(
    selectorsOf('max by (name) (some_state{state="halted", b=~"x|y"}) == 1 and rate(other_count[5m]) > 2e9'),
  ).toEqual([
    { metric: 'some_state', labels: ['state', 'b'] },
    { metric: 'other_count', labels: [] },
  ]);
});

test('a running product exports every metric that a rule or a panel reads, with its labels', async () => {
  const text = await eventually(async () => {
    const exposition = await (await fetch(`${product.url}/metrics`)).text();
    const gauges = ['message_bus_oldest_seconds', 'message_bus_waiting_messages'];
    return gauges.every((gauge) => exposition.includes(`\n${gauge}{`)) ? exposition : undefined;
  });
  const names = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
  const labelsOf = (metric: string): Set<string> =>
    new Set(
      [...text.matchAll(new RegExp(`^${metric}\\{(.*)\\}`, 'gm'))].flatMap(
        ([, labels = '']) => labels.match(/\w+(?==")/g) ?? [],
      ),
    );

  const selectors = expressions.flatMap(selectorsOf).filter(({ metric }) => !OF_PROMETHEUS.includes(metric));
  expect(new Set(selectors.map(({ metric }) => metric)).size).toBeGreaterThan(10);
  for (const { metric, labels } of selectors) {
    expect([...names]).toContain(metric);
    for (const label of labels) expect([...labelsOf(metric)], metric).toContain(label);
  }
  expect(text).toMatch(/^message_bus_waiting_messages\{topic="image-jobs",priority="0",service="command-api"\} 1$/m);
  expect(Number(/^data_free_bytes\{.*\} (.*)$/m.exec(text)?.[1])).toBeGreaterThan(0);
});

test('each rule states severity, effect and remedy, and each panel what it shows', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { labels, annotations } of rules) {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).not.toMatch(/\.$/);
    expect(annotations.description).toMatch(/\.$/);
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, description } of panels) expect(Math.min(title.length, description.length)).toBeGreaterThan(3);
});

test.skipIf(spawnSync('promtool', ['--version']).status !== 0)(
  'promtool finds no fault, and its tests of the rules pass',
  () => {
    for (const args of [
      ['check', 'config', 'prometheus.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    }
  },
);
