import { Readable } from 'node:stream';
import { namesOfInstalled } from '@clearcut/platform/installed-models';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import { type ExportLayout, PLAIN_LAYOUT } from '@clearcut/schemas/transaction/export-options';
import { route, type Route } from '../../http/contract.ts';
import { shareWith } from '../../http/headers/program-cors.ts';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
import { MAX_WAIT_MS } from '../../http/headers/prefer.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { actorOf } from '../../kernel/requester.ts';
import {
  contentOf,
  deleteTransaction,
  exportOf,
  openBlob,
  probeImage,
  saveForFree,
  type Source,
  sourceOf,
} from '../../transaction/index.ts';
import { withFields } from '../body/read-fields.ts';
import { cutOutOnce, type MakerDeps, TEST_KEY_LAYOUT, whenCutOut } from '../cut-out/make-picture.ts';
import { type FetchDeps, fetched } from '../removebg/sources.ts';
import type { FieldFile, FieldNames } from '../body/fields.ts';
import { type Caller, callerOf, type CallerDeps, isOfOwnNetwork } from './caller.ts';
import { rembgContracts as contracts } from './contracts.ts';
import { emptyPicture } from './empty-picture.ts';
import { FieldError } from './errors.ts';
import { type Parameters, parseParameters, pictureOf } from './parameters.ts';

export interface RembgDeps extends MakerDeps, FetchDeps, CallerDeps {
  readonly isRembgOn: boolean;
  readonly dataDir: string;
}

const FIELDS: FieldNames = { files: new Set(['file']), base64: new Set() };

interface RembgRequest {
  readonly caller: Caller;
  readonly parameters: Parameters;
  /** Null: the installation's own. */
  readonly askedModel: string | null;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}

export function rembgRoutes(deps: RembgDeps): Route[] {
  const { isRembgOn, spool, rembgNetworks } = deps;
  const admitted = async (request: HttpRequest, reply: HttpReply): Promise<Caller> => {
    if (!isRembgOn) throw new CatalogueError('not_found');
    if (isOfOwnNetwork(request, rembgNetworks)) shareWith(reply, '*');
    return callerOf(request, reply, deps);
  };
  const mayShare = (request: HttpRequest): boolean => isRembgOn && isOfOwnNetwork(request, rembgNetworks);
  const shared = (one: Route): Route => ({ ...one, mayShare });
  return [
    route(contracts.health, async ({ request, reply }) => {
      if (!isRembgOn) throw new CatalogueError('not_found');
      if (mayShare(request)) shareWith(reply, '*');
      return { name: 'clearcut', remove: '/api/remove' };
    }),
    shared(
      route(contracts.fromUrl, async ({ query, request, reply }) => {
        const caller = await admitted(request, reply);
        const parameters = parseParameters((name) => textOf(query[name]));
        const { url = '' } = query;
        if (url === '') throw new FieldError('url', 'Field required', 'missing');
        const picture = { ...(await fetched(url, deps)), name: 'image' };
        try {
          return await remove(deps, picture, { caller, parameters, request, reply });
        } finally {
          await picture.remove();
        }
      }),
    ),
    shared(
      route(contracts.fromFile, async ({ query, bytes, request, reply }) => {
        const caller = await admitted(request, reply);
        return withFields({ request, bytes, spool, names: FIELDS }, async (fields) => {
          const { texts } = fields;
          const parameters = parseParameters((name) => texts.get(name) ?? textOf(query[name]));
          return remove(deps, pictureOf(fields), { caller, parameters, request, reply });
        });
      }),
    ),
  ];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

async function remove(
  deps: RembgDeps,
  picture: FieldFile,
  received: Omit<RembgRequest, 'askedModel'>,
): Promise<Readable> {
  const { caller, parameters, request, reply } = received;
  const asked = { ...received, askedModel: await modelAskedFor(parameters, deps) };
  const size = await probeImage(picture.path);
  const made = await madeOrNothing(() =>
    caller.kind === 'key' ? paid(deps, picture, asked) : free(deps, picture, caller.owner, asked),
  );
  const { background, isMatteAlone, ignored } = parameters;
  reply.headers({
    'content-type': 'image/png',
    'content-disposition': contentDisposition('inline', 'no-bg.png'),
    ...(caller.kind === 'key' ? { [CREDITS_CHARGED_HEADER]: made?.charged ?? 0 } : {}),
  });
  if (made === undefined) {
    const bytes = await emptyPicture({ ...size, background, isMatteAlone });
    reply.headers({ 'content-length': bytes.length, 'x-subject': 'none', ...ignoredHeader(ignored) });
    return Readable.from([bytes]);
  }
  const { row, source } = made;
  const { name, version } = await modelOf(deps, row.id);
  const isOtherModel = parameters.model !== null && parameters.model !== name;
  const { file } = await exportOf(deps, {
    transactionId: row.id,
    source: source.file,
    options: {
      format: 'png',
      crop: 'none',
      margin: 0,
      background: isMatteAlone ? null : (background?.colour ?? null),
      layout: layoutOf(parameters, caller),
    },
    requestId: request.id,
    actor: actorOf(caller.kind === 'key' ? caller.requester.subject : caller.owner),
  });
  reply.headers({
    'content-length': file.bytes,
    'x-model': `${name} ${version}`,
    ...ignoredHeader(isOtherModel ? ['model', ...ignored] : ignored),
  });
  return (await openBlob(deps.blobStore, file.blob)).content;
}

interface Made {
  readonly row: TransactionRow;
  readonly source: Source;
  readonly charged: number;
}

/** Undefined when nothing was found: rembg still answers, so that a batch continues. */
async function madeOrNothing(make: () => Promise<Made>): Promise<Made | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'subject_not_found') return undefined;
    throw error;
  }
}

const ignoredHeader = (names: readonly string[]): Readonly<Record<string, string>> =>
  names.length === 0 ? {} : { 'x-ignored-parameters': names.join(', ') };

/** An HD save of the key's team; idempotent for 15 minutes. */
async function paid(
  deps: RembgDeps,
  picture: FieldFile,
  { caller, parameters, askedModel, request }: RembgRequest,
): Promise<Made> {
  if (caller.kind !== 'key') throw new Error('A save without a key is not paid');
  const { requester } = caller;
  const { subject } = parameters;
  const content = [picture.sha256, 'rembg', JSON.stringify(subject), ...(askedModel === null ? [] : [askedModel])];
  return cutOutOnce(deps, content, {
    requester,
    requestId: request.id,
    address: request.ip,
    picture: { file: picture, name: picture.name || 'image' },
    subject,
    askedModel,
    quality: 'hd',
    shadow: null,
    background: null,
  });
}

/** Free at full size, and deleted right after the answer: a program running all day would fill the storage limit. */
async function free(
  deps: RembgDeps,
  picture: FieldFile,
  owner: Extract<Caller, { kind: 'local' }>['owner'],
  { parameters, askedModel, request, reply }: RembgRequest,
): Promise<Made> {
  const deadline = performance.now() + MAX_WAIT_MS;
  const { id } = await deps.uploader.uploadFile({
    owner,
    idempotencyKey: undefined,
    correlationId: request.id,
    address: request.ip,
    subject: parameters.subject,
    askedModel,
    batchId: null,
    body: contentOf(picture),
    fileName: picture.name || 'image',
  });
  reply.onSent(() => {
    deps.handler
      .handle(id, deleteTransaction(id, owner), {
        commandId: request.id,
        correlationId: request.id,
        causationId: request.id,
        actor: actorOf(owner),
        now: new Date(),
      })
      .catch((error: unknown) => request.log.warn({ err: error }, 'a picture of a local program was not deleted'));
  });
  await whenCutOut(deps, id, owner, deadline);
  const maxWaitMs = Math.max(0, deadline - performance.now());
  await saveForFree({ ...deps, maxWaitMs }, { transactionId: id, requester: owner, requestId: request.id });
  const row = await deps.reader.open(id, owner, (await deps.handler.load(id)).version);
  return { row, source: await sourceOf(deps, row, 'high'), charged: 0 };
}

function layoutOf({ isMatteAlone, isHard, background }: Parameters, caller: Caller): ExportLayout {
  const isTest = caller.kind === 'key' && caller.requester.via.mode === 'test';
  return {
    ...PLAIN_LAYOUT,
    ...(isTest ? TEST_KEY_LAYOUT : {}),
    backgroundOpacity: background?.opacity ?? 1,
    channels: isMatteAlone ? 'alpha' : 'rgba',
    edge: isHard ? 'hard' : 'soft',
  };
}

/** Others are ignored, as the response says. */
async function modelAskedFor({ model }: Parameters, { dataDir }: RembgDeps): Promise<string | null> {
  return model !== null && (await namesOfInstalled(dataDir)).includes(model) ? model : null;
}

async function modelOf(
  { eventStore }: RembgDeps,
  id: string,
): Promise<{ readonly name: string; readonly version: string }> {
  const history = await eventStore.readStream(`transaction-${id}`);
  for (const { event } of history.toReversed()) {
    if (event.type === 'BackgroundRemoved') return event.data.model;
  }
  throw new Error(`Picture ${id} was not cut out`);
}
