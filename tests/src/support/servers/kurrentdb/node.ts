/** A node of the KurrentDB stand-in: the server's services over the shared log. */
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  type Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  status,
} from '@grpc/grpc-js';
import type { KurrentDbBehaviour } from './behaviour.ts';
import { type Appending, appendsTo } from './append.ts';
import type { KurrentDbLog } from './log.ts';
import { read, type Reading } from './read.ts';
import { forbidden, leaderless, notLeader, unauthenticated } from './wire.ts';
import { standInTls } from '../stand-in-certificate.ts';

export interface KurrentDbCluster {
  readonly log: KurrentDbLog;
  readonly behaviour: KurrentDbBehaviour;
  readonly secured: { readonly username: string; readonly password: string } | undefined;
  readonly members: () => readonly KurrentDbNode[];
  /** Undefined during an election. */
  readonly leader: () => KurrentDbNode | undefined;
}

export class KurrentDbNode {
  readonly host: string;
  port = 0;
  isAlive = false;
  subscriptions = 0;
  batches = 0;
  readonly #cluster: KurrentDbCluster;
  readonly #append: ReturnType<typeof appendsTo>;
  #server = new Server();

  constructor(cluster: KurrentDbCluster) {
    this.#cluster = cluster;
    this.#append = appendsTo(cluster.log, cluster.behaviour);
    this.host = cluster.secured === undefined ? '127.0.0.1' : 'localhost';
  }

  /** Reuses its earlier port. */
  async start(): Promise<void> {
    this.#server = this.#build();
    const tls = standInTls();
    const credentials =
      this.#cluster.secured === undefined
        ? ServerCredentials.createInsecure()
        : ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.cert }]);
    this.port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync(`${this.host}:${this.port}`, credentials, (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    this.isAlive = true;
  }

  stop(): void {
    this.isAlive = false;
    this.#server.forceShutdown();
  }

  #build(): Server {
    const { log, behaviour } = this.#cluster;
    const server = new Server();
    server.addService(ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, answer: sendUnaryData<serverFeatures.SupportedMethods>) =>
        answer(null, supportedMethods()),
    });
    server.addService(GossipService, {
      read: (_call: ServerUnaryCall<shared.Empty, gossip.ClusterInfo>, answer: sendUnaryData<gossip.ClusterInfo>) => {
        if (behaviour.hasNoGossip) answer({ code: status.UNAVAILABLE, details: 'No gossip' });
        else answer(null, this.#gossip());
      },
    });
    server.addService(StreamsService, {
      read: (call: Reading) => {
        const ofAll = call.request.getOptions()?.hasAll() === true;
        const refusal =
          this.#refusal(call.metadata) ?? (ofAll && behaviour.forbidsReadingAll ? forbidden() : undefined);
        if (refusal !== undefined) return void call.emit('error', refusal);
        if (call.request.getOptions()?.hasSubscription()) this.subscriptions += 1;
        void read(log, behaviour, call).catch((error: unknown) => call.emit('error', error as Error));
      },
      append: (call: Appending, answer: sendUnaryData<streams.AppendResp>) => {
        const refusal = this.#refusal(call.metadata);
        if (refusal === undefined) this.#append(call, answer);
        else answer(refusal);
      },
      // The client keeps the appends of all its batches in one table, so the product must never open one (ADR 1).
      batchAppend: (call: ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>) => {
        this.batches += 1;
        call.emit('error', { code: status.UNIMPLEMENTED, details: 'No batch is to be opened' });
      },
    });
    return server;
  }

  #refusal(metadata: Metadata): Error | undefined {
    const { secured, leader } = this.#cluster;
    if (secured !== undefined && secured.username !== '') {
      const login = Buffer.from(`${secured.username}:${secured.password}`).toString('base64');
      if (!metadata.get('authorization').includes(`Basic ${login}`)) return unauthenticated();
    }
    const isForLeader = metadata.get('requires-leader').includes('true');
    const leading = leader();
    if (!isForLeader || leading === this) return undefined;
    return leading === undefined ? leaderless() : notLeader(leading);
  }

  #gossip(): gossip.ClusterInfo {
    const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
    const members = this.#cluster.members().map((node) =>
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
        .setTimeStamp(`${BigInt(Date.now())}`)
        .setState(node === this.#cluster.leader() ? LEADER : FOLLOWER)
        .setIsAlive(node.isAlive)
        .setHttpEndPoint(new gossip.EndPoint().setAddress(node.host).setPort(node.port)),
    );
    return new gossip.ClusterInfo().setMembersList(members);
  }
}

function supportedMethods(): serverFeatures.SupportedMethods {
  const methods = Object.values(StreamsService).map(({ path }) => {
    const [, service = '', name = ''] = path.split('/');
    return new serverFeatures.SupportedMethod().setServiceName(service).setMethodName(name.toLowerCase());
  });
  return new serverFeatures.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods);
}
