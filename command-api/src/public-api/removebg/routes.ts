import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ExportLayout } from '@clearcut/schemas/transaction/export-options';
import { testPicturesLeft } from '../../api-keys/index.ts';
import { route, type Route } from '../../http/contract.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import { mayShowThrough, probeImage, type TakenFile } from '../../transaction/index.ts';
import type { Fields } from '../body/fields.ts';
import { withFields } from '../body/read-fields.ts';
import { cutOutOnce, type CutOutPicture, inLayout, type MakerDeps } from '../cut-out/make-picture.ts';
import { wantsJsonAlone } from './accept.ts';
import { type JsonForm, type Result, sendResult } from './answer.ts';
import { removeBgContracts as contracts } from './contracts.ts';
import { type Parameters, parseParameters } from './parameters.ts';
import { backgroundOf, FIELDS, type FetchDeps, pictureOf, subjectOf } from './sources.ts';

export interface RemoveBgDeps extends MakerDeps, FetchDeps {
  readonly keepsImprovements: boolean;
}

interface RemoveBgRequest {
  readonly requester: KeyRequester;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}

const NO_CREDITS = { balance: 0, expiring: 0 } as const;

export function removeBgRoutes(deps: RemoveBgDeps): Route[] {
  const { blobStore, spool, creditPool, keepsImprovements } = deps;
  return [
    route(contracts.removebg, ({ bytes, ...asked }) =>
      withFields({ request: asked.request, bytes, spool, names: FIELDS }, (fields) =>
        removeBackground(deps, fields, parseParameters(fields), asked, 'in data'),
      ),
    ),
    route(contracts.account, async ({ requester }) => {
      const { subject, via } = requester;
      const isTest = via.mode === 'test';
      const { balance: total, expiring } = isTest ? NO_CREDITS : await creditPool.contents(subject.teamId);
      // No other fields: some clients pass these as named arguments and fail on unknown ones.
      const credits = { total, subscription: expiring, payg: total - expiring, enterprise: 0 };
      // Previews are unlimited apart from the key's request rate.
      const freeCalls = isTest ? await testPicturesLeft(deps.database, via.keyId) : via.limits.requestsPerMinute;
      return { data: { attributes: { credits, api: { free_calls: freeCalls, sizes: 'all' } } } };
    }),
    route(contracts.improve, ({ bytes, request }) => {
      if (!keepsImprovements) throw new CatalogueError('improvements_off');
      return withFields({ request, bytes, spool, names: FIELDS }, async (fields) => {
        const picture = await pictureOf(fields, deps);
        try {
          await probeImage(picture.path);
          const id = randomUUID();
          await blobStore.adopt(`improve/${id}`, picture);
          return { id };
        } finally {
          await picture.remove();
        }
      });
    }),
  ];
}

/** @throws CatalogueError */
export async function removeBackground(
  deps: RemoveBgDeps,
  fields: Fields,
  parameters: Parameters,
  asked: RemoveBgRequest,
  jsonForm: JsonForm,
): Promise<Readable> {
  const { requester, request, reply } = asked;
  const picture = await pictureOf(fields, deps);
  const taken: TakenFile[] = [picture];
  try {
    const background = await backgroundOf(parameters.backgroundUrl, fields, deps);
    if (background !== null) taken.push(background);
    const subject = subjectOf(parameters.roi, await probeImage(picture.path));
    const { quality, shadow } = parameters;
    // All that determines a save's cost: sizes and formats of one save are free.
    const content = [picture.sha256, background?.sha256 ?? '', JSON.stringify([subject, shadow])];
    const order = {
      requester,
      requestId: request.id,
      address: request.ip,
      subject,
      askedModel: null,
      quality,
      shadow,
      background,
    };
    const made = await cutOutOnce(deps, content, {
      ...order,
      picture: { file: picture, name: picture.name || 'image' },
    });
    const { tellsType } = parameters;
    const isCovered = background !== null && !(await mayShowThrough(background.path));
    const isOpaque = isCovered || parameters.background?.opacity === 1;
    const files = await filesOf(deps, made, { ...parameters, isOpaque }, asked);
    const { charged, isRepeat, previewReason } = made;
    const result = { ...files, charged, tellsType, isRepeat, previewReason };
    const json = wantsJsonAlone(request.headers.accept) ? jsonForm : null;
    return await sendResult({ reply, blobStore: deps.blobStore, json }, result);
  } finally {
    await Promise.all(taken.map((file) => file.remove()));
  }
}

async function filesOf(
  deps: RemoveBgDeps,
  made: CutOutPicture,
  parameters: Parameters & { readonly isOpaque: boolean },
  { requester, request }: RemoveBgRequest,
): Promise<Pick<Result, 'files' | 'foreground'>> {
  const { background, format, crop, isOpaque } = parameters;
  const inFormat = (name: string, type: 'png' | 'jpg' | 'webp', channels: ExportLayout['channels']) => {
    const options = {
      format: type,
      crop: crop ? 'subject' : 'none',
      margin: 0,
      background: channels === 'rgba' ? (background?.colour ?? null) : null,
      layout: layoutOf(parameters, made, channels, requester),
    } as const;
    return inLayout(deps, made, options, { requester, requestId: request.id }).then((one) => ({ name, ...one }));
  };
  if (format === 'zip') {
    const colour = await inFormat('color.jpg', 'jpg', 'rgb');
    const alpha = await inFormat('alpha.png', 'png', 'alpha');
    return { files: [colour, alpha], foreground: colour.foreground };
  }
  const type = format === 'auto' ? (isOpaque && parameters.channels === 'rgba' ? 'jpg' : 'png') : format;
  const one = await inFormat('result', parameters.channels === 'alpha' ? 'png' : type, parameters.channels);
  return { files: [one], foreground: one.foreground };
}

function layoutOf(
  { maxPixels, scale, position, margins, background }: Parameters,
  made: CutOutPicture,
  channels: ExportLayout['channels'],
  { via }: KeyRequester,
): ExportLayout {
  return {
    maxPixels,
    scale,
    position,
    margins,
    backgroundOpacity: background?.opacity ?? 1,
    backgroundImage: channels === 'rgba' ? made.background : null,
    channels,
    edge: 'soft',
    hasWatermark: via.mode === 'test',
  };
}
