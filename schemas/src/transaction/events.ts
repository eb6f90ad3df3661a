import { z } from 'zod';
import { IMAGE_MEDIA_TYPES } from '../constants.ts';
import { JOB_ERROR_CODES } from '../errors.ts';
import { defineEvent, type EventOf } from '../events/define.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Bytes in the blob store that a step produced, and their digest: enough to rebuild, compare and explain a picture. */
export const imageBlobSchema = z.object({
  blob: z.string().min(1),
  sha256,
  bytes: z.int().positive(),
  mediaType: z.enum(IMAGE_MEDIA_TYPES),
  /** Pixels as a person sees the picture, so after EXIF orientation. */
  width: z.int().positive(),
  height: z.int().positive(),
});
export type ImageBlob = z.infer<typeof imageBlobSchema>;

/** One step of the pipeline: an operation id and what it made. */
export const pipelineStepSchema = imageBlobSchema.extend({ opId: z.uuid() });
export type PipelineStep = z.infer<typeof pipelineStepSchema>;

export const modelIdentitySchema = z.object({ name: z.string().min(1), version: z.string().min(1), sha256 });
export type ModelIdentity = z.infer<typeof modelIdentitySchema>;

/** What the matte was refined with; part of the explanation of every pixel. */
export const refinementSchema = z.object({ method: z.string().min(1), version: z.int().positive() });

/**
 * Owner of an anonymous picture. `clientKey` is the SHA-256 of the client id and `sessionId` is derived from the session
 * secret: neither can be used to sign in, so the log holds no credentials.
 */
export const anonymousOwnerSchema = z.object({ clientKey: sha256, sessionId: z.uuid() });
export type AnonymousOwner = z.infer<typeof anonymousOwnerSchema>;

const transactionId = z.uuid();

export const imageUploaded = defineEvent(
  'ImageUploaded',
  z.object({
    transactionId,
    owner: anonymousOwnerSchema,
    source: z.enum(['file', 'url']),
    original: pipelineStepSchema,
  }),
);

/** The preview cut-out is there: the transaction's status becomes UPLOADED. */
export const backgroundRemoved = defineEvent(
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
  }),
);

/** The matte was refined at the original's resolution; previews are better from here on. */
export const matteRefined = defineEvent(
  'MatteRefined',
  z.object({
    transactionId,
    /** Preview cut-out made from the refined matte and estimated foreground colours. */
    improved: pipelineStepSchema,
    /** The refined matte (8-bit grey) at the original's full resolution. */
    matte: imageBlobSchema,
    refinement: refinementSchema,
  }),
);

/** Refinement failed for good; the picture stays UPLOADED with its unrefined cut-out. */
export const matteRefinementFailed = defineEvent(
  'MatteRefinementFailed',
  z.object({ transactionId, errorCode: z.enum(JOB_ERROR_CODES) }),
);

/** The model saw nothing to keep. Not a failure of ours, and said so to the user. */
export const subjectNotFound = defineEvent('SubjectNotFound', z.object({ transactionId, model: modelIdentitySchema }));

export const backgroundRemovalFailed = defineEvent(
  'BackgroundRemovalFailed',
  z.object({ transactionId, errorCode: z.enum(JOB_ERROR_CODES) }),
);

/** The owner deleted the picture; its blobs are removed by the policy that reacts to this. */
export const transactionDeleted = defineEvent('TransactionDeleted', z.object({ transactionId }));

/** 24 hours have passed; blobs are removed, the facts stay. */
export const imageExpired = defineEvent('ImageExpired', z.object({ transactionId }));

export const transactionEvents = [
  imageUploaded,
  backgroundRemoved,
  matteRefined,
  matteRefinementFailed,
  subjectNotFound,
  backgroundRemovalFailed,
  transactionDeleted,
  imageExpired,
] as const;

export type TransactionEvent = EventOf<(typeof transactionEvents)[number]>;
