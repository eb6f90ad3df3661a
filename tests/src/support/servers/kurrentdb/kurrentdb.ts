/**
 * A stand-in for KurrentDB: its gRPC protocol over a log in memory. Shows that appends, reads, pushes, filters,
 * checkpoints, refusals and lost connections are sent and understood, and optionally answers like a real server in
 * trouble. Proves nothing about a server under load, on disk or in a cluster: that is for the same suites with
 * EVENT_STORE_URL.
 */
import type { KurrentDbBehaviour } from './behaviour.ts';
import { KurrentDbLog } from './log.ts';
import { KurrentDbNode } from './node.ts';
import { STAND_IN } from '../stand-in-certificate.ts';

export interface RunningKurrentDb {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Address of a cluster: the client asks who leads. */
  readonly clusterUrl: string;
  readonly nodes: readonly KurrentDbNode[];
  readonly behaviour: KurrentDbBehaviour;
  readonly subscriptions: number;
  readonly batches: number;
  /** Events sent to readers and subscribers. */
  readonly eventsSent: number;
  readonly leader: KurrentDbNode;
  /**
   * Another node leads after `leaderlessMs` without a leader; the old one keeps its connections. @returns the old one
   */
  resign(leaderlessMs?: number): Promise<KurrentDbNode>;
  stop(): void;
}

export interface KurrentDbOptions {
  /** TLS with its own certificate (`tlsCaFile`), and authentication, unless the name is empty. */
  readonly secured?: { readonly username: string; readonly password: string };
  /** Nodes of one cluster. Default 1. */
  readonly nodes?: number;
}

export async function startKurrentDb({ secured, nodes: count = 1 }: KurrentDbOptions = {}): Promise<RunningKurrentDb> {
  const log = new KurrentDbLog();
  const behaviour: KurrentDbBehaviour = {
    leavesRepeatsUnanswered: false,
    changesLeader: false,
    takesMs: 0,
    hasNoGossip: false,
    forbidsReadingAll: false,
    pushesNothing: false,
  };
  let leading: KurrentDbNode | undefined;
  const cluster = { log, behaviour, secured, members: () => nodes, leader: () => leading };
  const nodes = Array.from({ length: count }, () => new KurrentDbNode(cluster));
  for (const node of nodes) await node.start();
  const [first = new KurrentDbNode(cluster)] = nodes;
  leading = first;
  let lastLeader = first;

  const options =
    secured === undefined ? 'tls=false' : `tls=true&tlsCaFile=${encodeURIComponent(STAND_IN.certificate)}`;
  const person = (secured?.username ?? '') === '' ? '' : `${secured?.username}:${secured?.password}@`;
  const [at = '', ...others] = nodes.map(({ host, port }) => `${host}:${port}`);
  return {
    host: first.host,
    port: first.port,
    url: `esdb://${person}${at}?${options}`,
    clusterUrl: `esdb://${person}${[at, ...(others.length > 0 ? others : [at])].join(',')}?${options}`,
    nodes,
    behaviour,
    get subscriptions() {
      return sum(nodes.map(({ subscriptions }) => subscriptions));
    },
    get batches() {
      return sum(nodes.map(({ batches }) => batches));
    },
    get eventsSent() {
      return log.eventsSent;
    },
    get leader() {
      return lastLeader;
    },
    async resign(leaderlessMs = 0) {
      const old = lastLeader;
      leading = undefined;
      if (leaderlessMs > 0) await new Promise((resolve) => setTimeout(resolve, leaderlessMs));
      leading = lastLeader = nodes.find((node) => node !== old && node.isAlive) ?? old;
      return old;
    },
    stop() {
      for (const node of nodes) node.stop();
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
