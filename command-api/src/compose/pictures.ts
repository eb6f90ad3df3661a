import { join } from 'node:path';
import type { ServiceContext } from '@clearcut/platform/service';
import type { Membership, RateLimits } from '../accounts/index.ts';
import type { CreditPool } from '../credits/index.ts';
import type { Authenticator } from '../http/authenticator.ts';
import { MAX_WAIT_MS } from '../http/headers/prefer.ts';
import type { Member } from '../kernel/requester.ts';
import type { Secret } from '../kernel/secret.ts';
import { publicInternet, withPrivateHosts } from '../outgoing/index.ts';
import { type AccessHandler, isHeld } from '../support/index.ts';
import {
  chargesOf,
  createAdmission,
  createEditor,
  createForker,
  createOpenStreams,
  createQuotas,
  createTransactionReader,
  createUploader,
  createVerifiedFiles,
  type FetchOptions,
  followChanges,
  openSpool,
  receiptRoutes,
  saveRoutes,
  startPictures,
  type TransactionHandler,
  transactionRoutes,
} from '../transaction/index.ts';
import type { Billing } from './billing.ts';
import { running } from './parts.ts';

export async function openPictures({
  context: { config, database, eventStore, messageBus, blobStore, log, signal },
  secret,
  handler,
  membership,
  rateLimits,
  creditPool,
  planOf,
  authenticator,
  access,
  fetching,
}: {
  readonly context: ServiceContext;
  readonly secret: Secret;
  readonly handler: TransactionHandler;
  readonly membership: Membership;
  readonly rateLimits: RateLimits;
  readonly creditPool: CreditPool;
  readonly planOf: Billing['planOf'];
  readonly authenticator: Authenticator;
  readonly access: AccessHandler;
  readonly fetching: FetchOptions;
}) {
  const fetchOptions = { policy: withPrivateHosts(publicInternet, config.allowedPrivateHosts), ...fetching };
  const spool = await openSpool(join(config.dataDir, 'spool'));
  const changes = await followChanges(database);
  const reader = createTransactionReader({ database, changes, handler, log });
  const quotas = createQuotas({ database, secret, limits: config.quotas });
  const admission = createAdmission(messageBus, config.quotas.queueLength);
  const uploader = createUploader({
    database,
    blobStore,
    handler,
    reader,
    spool,
    secret,
    quotas,
    admission,
    fetchOptions,
    mayJoinBatch: (userId, batchId) => rateLimits.mayJoinBatch(userId, batchId),
  });
  const forker = createForker({ database, eventStore, blobStore, handler, reader, quotas, admission });
  const editor = createEditor({ database, handler, changes, blobStore, spool, quotas });
  const verifiedFiles = createVerifiedFiles(blobStore);
  const openStreams = createOpenStreams(config.quotas.openStreams);
  const editing = { database, eventStore, handler, reader, changes, editor, signal };
  const saving = {
    ...editing,
    creditPool,
    messageBus,
    maxWaitMs: MAX_WAIT_MS,
    charges: chargesOf(config),
    memberNow: async (member: Member) => {
      const inLog = await membership.inLog(member);
      return inLog && { ...member, ...inLog };
    },
  };
  const loops = running(() =>
    startPictures({
      ...saving,
      blobStore,
      log,
      isHeld: (id, now) => isHeld(access, id, now),
    }),
  );
  return {
    reader,
    forker,
    forPrograms: { ...saving, blobStore, uploader, spool, fetchOptions, config, planOf, verifiedFiles, openStreams },
    routes: [
      ...receiptRoutes({ eventStore, database, handler }),
      ...transactionRoutes({
        ...editing,
        planOf,
        authenticator,
        config,
        blobStore,
        messageBus,
        uploader,
        forker,
        quotas,
        verifiedFiles,
        openStreams,
      }),
      ...saveRoutes(saving),
    ],
    start: loops.start,
    async stop() {
      await loops.stop();
      await changes.stop();
    },
  };
}
