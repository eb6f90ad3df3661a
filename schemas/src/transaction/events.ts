import { z } from 'zod';
import { JOB_ERROR_CODES } from '../errors.ts';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { editEvents } from './edit-events.ts';
import {
  imageBlobSchema,
  modelIdentitySchema,
  pipelineStepSchema,
  refinementSchema,
  rendererSchema,
  sha256Schema,
} from './picture.ts';
import { saveEvents } from './save-events.ts';
import { subjectChoiceSchema } from './subject.ts';

export type { ImageBlob, ModelIdentity, PipelineStep } from './picture.ts';

/**
 * `clientKey` is the SHA-256 of the client id, `sessionId` derives from the session secret: neither signs in, so the
 * log holds no credentials.
 */
const anonymousOwnerSchema = z.object({
  kind: z.literal('anonymous'),
  clientKey: sha256Schema,
  sessionId: z.uuid(),
});
export type AnonymousOwner = z.infer<typeof anonymousOwnerSchema>;

/** `sessionId`: id (not token) of the login, or the anonymous session the picture was linked from. */
const userOwnerSchema = z.object({
  kind: z.literal('user'),
  userId: z.uuid(),
  teamId: z.uuid(),
  sessionId: z.uuid(),
});
export type UserOwner = z.infer<typeof userOwnerSchema>;

export const ownerSchema = z.discriminatedUnion('kind', [anonymousOwnerSchema, userOwnerSchema]);
export type Owner = z.infer<typeof ownerSchema>;

const transactionId = z.uuid();
/** Null: the installation's own. */
const askedModel = z.string().min(1).nullable();

/** Version 1: every owner was anonymous. */
function withOwnerKind(data: unknown): unknown {
  const { owner, ...rest } = data as { owner: object };
  return { ...rest, owner: { kind: 'anonymous', ...owner } };
}

/** Version 2 had no bulk uploads. */
const withoutBatch = (data: unknown): unknown => ({ ...(data as object), batchId: null });

/** Version 3 named no model. */
const byOwnModel = (data: unknown): unknown => ({ ...(data as object), askedModel: null });

const imageUploaded = defineEvent(
  'ImageUploaded',
  z.object({
    transactionId,
    owner: ownerSchema,
    source: z.enum(['file', 'url']),
    original: pipelineStepSchema,
    /** Single pictures go before bulk uploads. */
    batchId: z.uuid().nullable(),
    askedModel,
  }),
  [withOwnerKind, withoutBatch, byOwnModel],
);

/**
 * A copy of `from`, for another model. Its subject and edits follow in the same append; files are copied, since they
 * are deleted with their picture.
 */
const imageForked = defineEvent(
  'ImageForked',
  z.object({
    transactionId,
    from: z.uuid(),
    owner: ownerSchema,
    original: pipelineStepSchema,
    /** The original file's: the copy expires with it. */
    uploadedAt: z.iso.datetime(),
    askedModel,
    by: z.enum(['owner', 'staff']),
  }),
);

/** The account proved to be the anonymous owner. */
const imageLinked = defineEvent('ImageLinked', z.object({ transactionId, owner: userOwnerSchema }));

/** Cuts the picture out again. Until then the model chooses. */
const subjectChosen = defineEvent('SubjectChosen', z.object({ transactionId, subject: subjectChoiceSchema }));

/** Version 1 had no guesses. */
const asCertain = (data: unknown): unknown => ({ ...(data as object), isGuess: false });

/** Older versions named no renderer. */
const withoutRenderer = (data: unknown): unknown => ({ ...(data as object), renderer: null });

/** The status becomes UPLOADED. */
const backgroundRemoved = defineEvent(
  'BackgroundRemoved',
  z.object({
    transactionId,
    /** Longest side 500. */
    resized: pipelineStepSchema,
    /** Same size as `resized`. */
    transformed: pipelineStepSchema,
    /** 8-bit grey, at the model's size. */
    coarseMatte: imageBlobSchema,
    model: modelIdentitySchema,
    /** The model was unsure; the owner is asked. */
    isGuess: z.boolean(),
    /** Found the colours of `transformed`. */
    renderer: rendererSchema.nullable(),
  }),
  [asCertain, withoutRenderer],
);

/** Older versions had one model. */
const byFirstModelAlone = (data: unknown): unknown => ({ ...(data as object), model: null });

/** The matte was refined at full resolution. */
const matteRefined = defineEvent(
  'MatteRefined',
  z.object({
    transactionId,
    /** Preview from the refined matte and estimated foreground colours. */
    improved: pipelineStepSchema,
    /** 8-bit grey at full resolution. */
    matte: imageBlobSchema,
    refinement: refinementSchema,
    /** Found the colours of `improved`. */
    renderer: rendererSchema.nullable(),
    /** Null: the first model's matte was refined. */
    model: modelIdentitySchema.nullable(),
  }),
  [withoutRenderer, byFirstModelAlone],
);

/** The picture stays UPLOADED with its coarse cut-out. */
const matteRefinementFailed = defineEvent(
  'MatteRefinementFailed',
  z.object({ transactionId, errorCode: z.enum(JOB_ERROR_CODES) }),
);

/** The picture is one flat thing: not our failure. */
const subjectNotFound = defineEvent('SubjectNotFound', z.object({ transactionId, model: modelIdentitySchema }));

const backgroundRemovalFailed = defineEvent(
  'BackgroundRemovalFailed',
  z.object({ transactionId, errorCode: z.enum(JOB_ERROR_CODES) }),
);

/** A policy removes the blobs. */
const transactionDeleted = defineEvent('TransactionDeleted', z.object({ transactionId }));

/** Blobs are removed; facts stay. */
const imageExpired = defineEvent('ImageExpired', z.object({ transactionId }));

export const transactionEvents = [
  imageUploaded,
  imageForked,
  imageLinked,
  subjectChosen,
  backgroundRemoved,
  matteRefined,
  matteRefinementFailed,
  subjectNotFound,
  backgroundRemovalFailed,
  transactionDeleted,
  imageExpired,
  ...editEvents,
  ...saveEvents,
] as const;

export type TransactionEvent = EventOf<(typeof transactionEvents)[number]>;
export const isTransactionEvent = eventGuard(transactionEvents);

export type PictureBegun = EventOf<typeof imageUploaded | typeof imageForked>;
export const beginsPicture = eventGuard([imageUploaded, imageForked]);

export const uploadedAtOf = (event: PictureBegun, occurredAt: string): string =>
  event.type === 'ImageForked' ? event.data.uploadedAt : occurredAt;
