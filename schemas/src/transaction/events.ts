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
 * A visitor, who is not logged in. `clientKey` is the SHA-256 of the client id and `sessionId` is derived from the session secret:
 * neither can be used to sign in, so the log holds no credentials.
 */
const anonymousOwnerSchema = z.object({
  kind: z.literal('anonymous'),
  clientKey: sha256Schema,
  sessionId: z.uuid(),
});
export type AnonymousOwner = z.infer<typeof anonymousOwnerSchema>;

/**
 * A member of a team. `sessionId` is the session of the upload: the id (not the token) of the login, or the anonymous session
 * that the picture was linked from.
 */
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

/** Version 1 is from before there were accounts: every owner was anonymous, and none said so. */
function withOwnerKind(data: unknown): unknown {
  const { owner, ...rest } = data as { owner: object };
  return { ...rest, owner: { kind: 'anonymous', ...owner } };
}

/** Version 2 is from before there were bulk uploads. */
const withoutBatch = (data: unknown): unknown => ({ ...(data as object), batchId: null });

const imageUploaded = defineEvent(
  'ImageUploaded',
  z.object({
    transactionId,
    owner: ownerSchema,
    source: z.enum(['file', 'url']),
    original: pipelineStepSchema,
    /** The bulk upload that it is one of: people who wait for a single picture go first. */
    batchId: z.uuid().nullable(),
  }),
  [withOwnerKind, withoutBatch],
);

/**
 * The picture `from` begins once more, to be cut out by another model. What was chosen and edited in it follows in the same append; its files
 * were copied, since files go with their picture.
 */
const imageForked = defineEvent(
  'ImageForked',
  z.object({
    transactionId,
    from: z.uuid(),
    owner: ownerSchema,
    original: pipelineStepSchema,
    /** Of the file: a copy of it is kept no longer than the file itself would have been. */
    uploadedAt: z.iso.datetime(),
    /** Name of the model that it is to be cut out with; null: whatever the installation uses. */
    askedModel: z.string().min(1).nullable(),
    by: z.enum(['owner', 'staff']),
  }),
);

/** An anonymous picture now belongs to an account, whose owner proved to have been its anonymous owner. */
const imageLinked = defineEvent('ImageLinked', z.object({ transactionId, owner: userOwnerSchema }));

/** The owner chose what of the picture is kept: it is cut out anew. Until then the model chooses. */
const subjectChosen = defineEvent('SubjectChosen', z.object({ transactionId, subject: subjectChoiceSchema }));

/** Version 1 is from before there were guesses: a picture without a certain subject ended in `SubjectNotFound`. */
const asCertain = (data: unknown): unknown => ({ ...(data as object), isGuess: false });

/** The version before did not tell which renderer found the colours of the cut-out. */
const withoutRenderer = (data: unknown): unknown => ({ ...(data as object), renderer: null });

/** The preview cut-out is there: the transaction's status becomes UPLOADED. */
const backgroundRemoved = defineEvent(
  'BackgroundRemoved',
  z.object({
    transactionId,
    /** Preview of the original (longest side 500). */
    resized: pipelineStepSchema,
    /** Preview cut-out with alpha, same size as `resized`. */
    transformed: pipelineStepSchema,
    /** The model's raw matte (8-bit grey), at the model's own size. */
    coarseMatte: imageBlobSchema,
    model: modelIdentitySchema,
    /** The model saw no subject for certain, and this is what was most likely meant: its owner is asked. */
    isGuess: z.boolean(),
    /** What found the colours of `transformed`. */
    renderer: rendererSchema.nullable(),
  }),
  [asCertain, withoutRenderer],
);

/** The version before is from before a second model could look at a picture. */
const byFirstModelAlone = (data: unknown): unknown => ({ ...(data as object), model: null });

/** The matte was refined at the original's resolution; previews are better from here on. */
const matteRefined = defineEvent(
  'MatteRefined',
  z.object({
    transactionId,
    /** Preview cut-out made from the refined matte and estimated foreground colours. */
    improved: pipelineStepSchema,
    /** The refined matte (8-bit grey) at the original's full resolution. */
    matte: imageBlobSchema,
    refinement: refinementSchema,
    /** What found the colours of `improved`. */
    renderer: rendererSchema.nullable(),
    /** The second model, whose matte was refined. Null: it was the one of the first cut-out. */
    model: modelIdentitySchema.nullable(),
  }),
  [withoutRenderer, byFirstModelAlone],
);

/** Refinement failed for good; the picture stays UPLOADED with its unrefined cut-out. */
const matteRefinementFailed = defineEvent(
  'MatteRefinementFailed',
  z.object({ transactionId, errorCode: z.enum(JOB_ERROR_CODES) }),
);

/** There was nothing to keep: the picture is one flat thing. Not a failure of ours, and said so to the user. */
const subjectNotFound = defineEvent('SubjectNotFound', z.object({ transactionId, model: modelIdentitySchema }));

const backgroundRemovalFailed = defineEvent(
  'BackgroundRemovalFailed',
  z.object({ transactionId, errorCode: z.enum(JOB_ERROR_CODES) }),
);

/** The owner deleted the picture; its blobs are removed by the policy that reacts to this. */
const transactionDeleted = defineEvent('TransactionDeleted', z.object({ transactionId }));

/** 24 hours have passed; blobs are removed, the facts stay. */
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

/** The first event of a picture. */
export type PictureBegun = EventOf<typeof imageUploaded | typeof imageForked>;
export const beginsPicture = eventGuard([imageUploaded, imageForked]);

/** When the file came that the picture is of. */
export const uploadedAtOf = (event: PictureBegun, occurredAt: string): string =>
  event.type === 'ImageForked' ? event.data.uploadedAt : occurredAt;
