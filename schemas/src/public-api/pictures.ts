import { z } from 'zod';
import { idSchema } from '../id.ts';
import { MAX_PAGE_OF_PICTURES, PAGE_OF_PICTURES } from '../constants.ts';
import { queryNumber } from '../http/query-number.ts';
import { queuePlaceSchema } from '../transaction/http.ts';
import { sha256Schema } from '../transaction/picture.ts';
import { downloadQuerySchema, saveViewSchema } from '../transaction/saves-http.ts';
import { sceneSettingsSchema } from '../transaction/scene.ts';
import { subjectChoiceSchema, subjectQueryFields, withSubject } from '../transaction/subject.ts';

/** `processing` until the cut-out is final. */
const PICTURE_STATUSES = ['processing', 'ready', 'failed'] as const;

/** GET /v1/pictures/{id}/ */
export const pictureSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(PICTURE_STATUSES),
    name: z.string(),
    /** Pixels after EXIF orientation. */
    width: z.int(),
    height: z.int(),
    batchId: z.uuid().nullable(),
    subject: subjectChoiceSchema,
    /** The model was unsure: check the preview before paying. */
    isGuess: z.boolean(),
    settings: sceneSettingsSchema,
    error: z.object({ errorCode: z.string(), message: z.string() }).nullable(),
    /** Single pictures only, when many wait before it. */
    queue: queuePlaceSchema.optional(),
    /** The save of the current state, otherwise the newest. */
    save: saveViewSchema
      .extend({
        opId: z.uuid().meta({ deprecated: true, description: 'The same as `versionId`.' }),
        versionId: z.uuid().describe('The version of the picture that was saved.'),
      })
      .nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Picture' });
export type Picture = z.infer<typeof pictureSchema>;

/** GET /v1/pictures/?limit&cursor&batchId, newest first. */
export const pictureListQuerySchema = z.object({
  limit: queryNumber(z.int().min(1).max(MAX_PAGE_OF_PICTURES).default(PAGE_OF_PICTURES)),
  cursor: idSchema.optional(),
  batchId: idSchema.optional(),
});
export const pictureListSchema = z
  .object({
    pictures: z.array(pictureSchema),
    nextCursor: z.uuid().nullable(),
  })
  .meta({ id: 'PictureList' });

const newPictureFields = z.strictObject({
  url: z.string().optional(),
  name: z.string().max(255).optional(),
  batchId: idSchema.optional(),
  webhookUrl: z.string().max(2048).optional(),
  ...subjectQueryFields,
});

/** A form has no other way to leave a field out. */
const withoutBlanks = (texts: unknown): unknown =>
  Object.fromEntries(
    Object.entries(texts as Record<string, string>).filter(
      ([name, text]) => text.trim() !== '' || !Object.hasOwn(newPictureFields.shape, name),
    ),
  );

/** Form fields of POST /v1/pictures/ besides the file. Unknown fields are refused. */
export const newPictureFieldsSchema = z.preprocess(withoutBlanks, withSubject(newPictureFields));

const corner = z.int().min(0);
const webhookUrl = z.string().max(2048).optional();

/** As JSON, for the documentation; bodies are streamed. */
export const newPictureSchema = z
  .object({
    fileBase64: z.string().optional().describe('The picture: a PNG, JPG or WEBP in base64. One of this and `url`.'),
    url: z.string().optional().describe('Where the picture is: a public http or https address.'),
    name: z.string().max(255).optional().describe('What the picture is called.'),
    batchId: z.uuid().optional().describe('Makes it one of a batch.'),
    webhookUrl: webhookUrl.describe(
      'Where the events of this picture are posted, signed with the `webhookSecret` of the account.',
    ),
    roi: z.array(corner).length(4).optional().describe('What to keep: the corners x1, y1, x2, y2 of a box, in pixels.'),
    point: z.array(corner).length(2).optional().describe('What to keep: the thing at x, y.'),
  })
  .meta({ id: 'PictureUpload', examples: [{ url: 'https://example.com/photo.jpg' }] });

export const newPictureFormSchema = z
  .object({
    file: z.file().optional().describe('The picture: PNG, JPG or WEBP.'),
    url: z.string().optional().describe('Where the picture is, instead of `file`.'),
    name: z.string().max(255).optional(),
    batchId: z.uuid().optional(),
    webhookUrl,
    roi: z.string().optional().describe('`x1,y1,x2,y2`'),
    point: z.string().optional().describe('`x,y`'),
  })
  .meta({ id: 'NewPictureForm' });

export const FILE_QUALITIES = ['preview', 'hd'] as const;
export type FileQuality = (typeof FILE_QUALITIES)[number];

const perCent = (text: string): number => (/^\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

const positionSchema = z
  .string()
  .transform((text) => (text === 'center' ? [50, 50] : text.split(',').map((part) => perCent(part.trim()))))
  .pipe(z.tuple([z.number().min(0).max(100), z.number().min(0).max(100)]))
  .transform(([x, y]) => ({ x, y }));

/** GET /v1/pictures/{id}/file/ */
export const fileQuerySchema = downloadQuerySchema.extend({
  /** `alpha`: only the matte, a grey PNG. */
  channels: z.enum(['rgba', 'alpha']).default('rgba'),
  /** How much of the frame the subject may fill, in per cent. */
  scale: queryNumber(z.number().min(10).max(100)).optional(),
  /** Where in the frame the subject stands: `center`, or per cents from the left and the top. */
  position: positionSchema.optional(),
  /** Three to eight hex digits, or a name of CSS. */
  background: z.string().max(40).optional(),
  quality: z.enum(FILE_QUALITIES).default('preview'),
  save: idSchema.optional(),
  /** `zip`: `color.jpg` and the matte `alpha.png`, which weigh less than one PNG. */
  format: z.enum([...downloadQuerySchema.shape.format.unwrap().options, 'zip']).default('png'),
});

/** Answer of POST /v1/pictures/{id}/saves/ */
export const pictureSaveSchema = z
  .object({
    /** Null with a test key. */
    id: z.uuid().nullable(),
    pictureId: z.uuid(),
    status: z.enum(['processing', 'completed']),
    /** 0 when already saved. */
    creditsCharged: z.int(),
    creditsLeft: z.int(),
    /** Null while rendering. */
    file: z
      .object({
        width: z.int(),
        height: z.int(),
        bytes: z.int(),
        sha256: sha256Schema,
      })
      .nullable(),
  })
  .meta({ id: 'Save' });
export type PictureSave = z.infer<typeof pictureSaveSchema>;
