import { MIN_BOX_SIDE } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Margin } from '@clearcut/schemas/transaction/export-options';
import {
  fetchImage,
  type FetchOptions,
  parseImageUrl,
  type ProbedImage,
  probeImage,
  type Spool,
  type TakenFile,
} from '../../transaction/index.ts';
import type { FieldFile, FieldNames, Fields } from '../body/fields.ts';
import { statusAndCodeOf, ParameterError } from './errors.ts';

export const FIELDS: FieldNames = {
  files: new Set(['image_file', 'bg_image_file']),
  base64: new Set(['image_file_b64']),
};

export interface FetchDeps {
  readonly spool: Spool;
  readonly fetchOptions: FetchOptions;
}

const isSet = (text: string | undefined): text is string =>
  text !== undefined && !['', 'undefined', 'null'].includes(text.trim());

const SOURCES = ['image_file', 'image_file_b64'];

/**
 * Accepts exactly one of three fields. Callers remove fetched files.
 * @throws ParameterError missing_source, multiple_sources; CatalogueError of an address that cannot be fetched
 */
export async function pictureOf({ texts, files, repeated }: Fields, deps: FetchDeps): Promise<FieldFile> {
  const given = SOURCES.map((name) => files.get(name)).filter((file) => file !== undefined);
  const present = given.filter(({ bytes }) => bytes > 0);
  const url = texts.get('image_url');
  const [file] = present;
  const isTwice = SOURCES.some((name) => repeated.has(name));
  if (isTwice || present.length + (isSet(url) ? 1 : 0) > 1) {
    throw new ParameterError('multiple_sources', 'Give one of image_file, image_file_b64 and image_url.');
  }
  if (file !== undefined) return file;
  const [empty] = given;
  if (empty !== undefined && !isSet(url)) throw emptySource(files.has('image_file'));
  if (!isSet(url))
    throw new ParameterError('missing_source', 'Give the picture as image_file, image_file_b64 or image_url.');
  return { ...(await fetched(url, deps)), name: 'image' };
}

const emptySource = (isFile: boolean): ParameterError =>
  isFile
    ? new ParameterError('missing_source', 'image_file is empty.')
    : new ParameterError('invalid_file_type', 'image_file_b64 is not a picture in base64.');

/** @throws CatalogueError url_invalid, url_forbidden, url_unreachable, url_timeout, file_too_large */
export const fetched = async (url: string, { spool, fetchOptions }: FetchDeps): Promise<TakenFile> =>
  fetchImage(parseImageUrl(url), fetchOptions, (body) => spool.take(body));

/**
 * Null without one. Reports its faults apart from the picture's. Callers remove it.
 * @throws ParameterError
 */
export async function backgroundOf(
  url: string | null,
  { files, repeated }: Fields,
  deps: FetchDeps,
): Promise<TakenFile | null> {
  if (repeated.has('bg_image_file')) throw new ParameterError('multiple_bg_sources', 'Give bg_image_file once.');
  const field = url === null ? 'bg_image_file' : 'bg_image_url';
  const sent = files.get('bg_image_file') ?? null;
  const background = url === null ? sent : await fetched(url, deps).catch((error: unknown) => refuse(field, error));
  if (background === null) return null;
  try {
    await probeImage(background.path);
  } catch (error) {
    await background.remove();
    refuse(field, error);
  }
  return background;
}

function refuse(field: string, error: unknown): never {
  if (!(error instanceof CatalogueError)) throw error;
  const [status, code] = statusAndCodeOf(error);
  if (status !== 400) throw error;
  throw new ParameterError(CODES_OF_BACKGROUND[code] ?? code, `${field}: ${error.message}`);
}

const CODES_OF_BACKGROUND: Readonly<Record<string, string>> = {
  invalid_image_url: 'invalid_bg_image_url',
  failed_image_download: 'failed_bg_download',
  missing_source: 'invalid_file_type',
};

/**
 * The whole picture is remove.bg's default, so it means and costs the same as none.
 * @throws ParameterError roi_region_empty, roi_exceeds_bounds, invalid_roi
 */
export function subjectOf(roi: readonly Margin[] | null, { width, height }: ProbedImage): SubjectChoice {
  if (roi === null) return { kind: 'auto' };
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = roi.map(({ value, unit }, index) =>
    Math.round(unit === '%' ? (value * (index % 2 === 0 ? width : height)) / 100 : value),
  );
  if (x2 <= x1 || y2 <= y1) throw new ParameterError('roi_region_empty', 'The region of interest is empty.');
  if (x2 > width || y2 > height) {
    throw new ParameterError('roi_exceeds_bounds', 'The region of interest does not lie within the picture.');
  }
  const box = { x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
  if (box.width === width && box.height === height) return { kind: 'auto' };
  if (Math.min(box.width, box.height) < MIN_BOX_SIDE) {
    throw new ParameterError('invalid_roi', `The region of interest has at least ${MIN_BOX_SIDE} px a side.`);
  }
  return { kind: 'box', ...box };
}
