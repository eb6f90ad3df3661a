/**
 * A stand-in for KurrentDB: its gRPC protocol over a log in memory, for what our adapter and the server's own client say to each
 * other. It shows that appends, reads, pushes, filters, checkpoints, refusals and lost connections are told and understood, and by
 * choice of the test it answers as a real server in trouble was seen to. It is no proof of a server's behaviour under load, on disk
 * or in a cluster, which is what the same suites with EVENT_STORE_URL are for.
 */
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  type Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  status,
  type StatusObject,
} from '@grpc/grpc-js';
import { type Appending, batchAppends } from './kurrentdb-append.ts';
import type { KurrentDbBehaviour } from './kurrentdb-behaviour.ts';
import { KurrentDbLog } from './kurrentdb-log.ts';
import { STAND_IN, standInTls } from './stand-in-certificate.ts';
import { read, type Reading } from './kurrentdb-read.ts';

export interface RunningKurrentDb {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** As an address of a cluster: the client asks who leads. */
  readonly clusterUrl: string;
  readonly behaviour: KurrentDbBehaviour;
  /** How often a subscription was opened. */
  readonly subscriptions: number;
  /** How many events were sent to those who read or subscribe. */
  readonly eventsSent: number;
  stop(): void;
}

export interface KurrentDbOptions {
  /** With TLS, by a certificate of its own (`tlsCaFile`), and only for who knows the name and the password. */
  readonly secured?: { readonly username: string; readonly password: string };
}

export async function startKurrentDb({ secured }: KurrentDbOptions = {}): Promise<RunningKurrentDb> {
  const log = new KurrentDbLog();
  const behaviour: KurrentDbBehaviour = {
    leavesRepeatsUnanswered: false,
    changesLeader: false,
    isAwayAtFirst: false,
    hasNoGossip: false,
  };
  const host = secured === undefined ? '127.0.0.1' : 'localhost';
  const append = batchAppends(log, behaviour);
  let port = 0;
  let subscriptions = 0;

  const authorization = secured && `Basic ${Buffer.from(`${secured.username}:${secured.password}`).toString('base64')}`;
  const isKnown = (metadata: Metadata): boolean =>
    authorization === undefined || metadata.get('authorization').includes(authorization);

  const server = new Server();
  server.addService(ServerFeaturesService, {
    getSupportedMethods(_call: unknown, answer: sendUnaryData<serverFeatures.SupportedMethods>) {
      if (behaviour.isAwayAtFirst) answer({ code: status.UNAVAILABLE, details: 'No connection established' });
      else answer(null, supportedMethods());
    },
  });
  server.addService(GossipService, {
    read(_call: ServerUnaryCall<shared.Empty, gossip.ClusterInfo>, answer: sendUnaryData<gossip.ClusterInfo>) {
      if (behaviour.hasNoGossip) answer({ code: status.UNAVAILABLE, details: 'No gossip' });
      else answer(null, clusterOf(host, port));
    },
  });
  server.addService(StreamsService, {
    read(call: Reading) {
      if (!isKnown(call.metadata)) return void call.emit('error', unauthenticated());
      if (call.request.getOptions()?.hasSubscription()) subscriptions += 1;
      void read(log, call).catch((error: unknown) => call.emit('error', error as Error));
    },
    batchAppend(call: Appending) {
      if (isKnown(call.metadata)) append(call);
      else call.emit('error', unauthenticated());
    },
  });
  const tls = standInTls();
  const credentials =
    secured === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.cert }]);
  port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:0`, credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)));
  });
  const options =
    secured === undefined ? 'tls=false' : `tls=true&tlsCaFile=${encodeURIComponent(STAND_IN.certificate)}`;
  const person = secured === undefined ? '' : `${secured.username}:${secured.password}@`;
  return {
    host,
    port,
    url: `esdb://${person}${host}:${port}?${options}`,
    clusterUrl: `esdb://${person}${host}:${port},${host}:${port}?${options}`,
    behaviour,
    get subscriptions() {
      return subscriptions;
    },
    get eventsSent() {
      return log.eventsSent;
    },
    stop: () => server.forceShutdown(),
  };
}

function unauthenticated(): Error {
  const refusal: Partial<StatusObject> = { code: status.UNAUTHENTICATED, details: 'Unauthenticated' };
  return Object.assign(new Error('Unauthenticated'), refusal);
}

function supportedMethods(): serverFeatures.SupportedMethods {
  const methods = Object.values(StreamsService).map(({ path }) => {
    const [, service = '', name = ''] = path.split('/');
    return new serverFeatures.SupportedMethod().setServiceName(service).setMethodName(name.toLowerCase());
  });
  return new serverFeatures.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods);
}

/** Of one node, which leads. */
function clusterOf(host: string, port: number): gossip.ClusterInfo {
  const leader = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
    .setTimeStamp(`${BigInt(Date.now())}`)
    .setState(gossip.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port));
  return new gossip.ClusterInfo().setMembersList([leader]);
}
