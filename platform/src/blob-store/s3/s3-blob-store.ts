import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { isConnectionError } from '../../database/connection-error.ts';
import { passThrough } from '../digest.ts';
import { checkKey, checkPrefix } from '../key.ts';
import { BlobFaultError, BlobNotFoundError, type BlobKey, type BlobRange, type BlobStore } from '../port.ts';
import { BlobStoreUnavailableError, isOutage, statusOf, isFull } from './outage.ts';
import { StorageFullError } from '../../storage-full.ts';

export interface S3BlobStoreOptions {
  readonly bucket: string;
  readonly region: string;
  /** Address of a server other than Amazon's, which is then asked with the bucket in the path. */
  readonly endpoint: string | undefined;
  /** Whether people may get blobs from the server itself, which their browsers then must reach. */
  readonly presigned?: boolean;
}

/** Blobs larger than this go in parts, of which two are held in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** No upload of a picture takes as long: its process died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** A download has to begin by then; one that runs goes on. */
const PRESIGNED_SECONDS = 300;

/** A server that is silent for so long will not answer; the SDK then tries twice more. */
const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 30_000 };

/**
 * Blobs as objects of one bucket, which must exist. Credentials come from where every program for S3 looks for them
 * (`AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the machine's role).
 *
 * An object appears when its upload is completed and not before, so a blob is there whole or not at all. Each part carries its SHA-256,
 * which the server compares with what it received; what is read is compared with the checksum that the server keeps.
 *
 * @throws Error when the bucket cannot be reached
 */
export async function createS3BlobStore(options: S3BlobStoreOptions): Promise<BlobStore> {
  const { bucket, region, endpoint, presigned = false } = options;
  const client = new S3Client({
    region,
    requestHandler: TIMEOUTS,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  });
  await checkBucket(client, bucket);
  await abortAbandoned(client, bucket);
  // Around the SDK's own retries. Not before, so that the start fails with what the server said.
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        return await next(call);
      } catch (error) {
        if (isFull(error)) throw new StorageFullError(error);
        throw isOutage(error) ? new BlobStoreUnavailableError(error) : error;
      }
    },
    { step: 'initialize' },
  );

  /** @throws BlobStoreUnavailableError, or what else shows that the server is out of reach for everything */
  const expectAnswer = () => client.send(new HeadBucketCommand({ Bucket: bucket }));

  const get = async (key: BlobKey, range?: BlobRange): Promise<{ bytes: number; content: Readable }> => {
    checkKey(key);
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...part });
    const found = await client.send(command).catch(async (error: unknown) => {
      if (error instanceof NoSuchKey) throw new BlobNotFoundError(key);
      // It may be this object alone that the server cannot read. As an outage, which counts no try, that would be tried for ever.
      if (error instanceof BlobStoreUnavailableError && statusOf(error.cause) === 500) {
        await expectAnswer();
        throw new BlobFaultError(key, error.cause);
      }
      throw error;
    });
    if (!(found.Body instanceof Readable) || found.ContentLength === undefined) {
      throw new Error(`The S3 server gave no content for ${key}`);
    }
    return { bytes: found.ContentLength, content: found.Body };
  };

  const readOnce = async (key: BlobKey): Promise<Buffer> => {
    const { content } = await get(key);
    return await buffer(content).catch(async (error: unknown) => {
      if (!isConnectionError(error)) throw error;
      // A server may find the damage when it has begun to answer, and can then only break off.
      await expectAnswer();
      // As text: whatever is caused by a broken connection counts as one.
      throw new BlobFaultError(key, String(error));
    });
  };

  const presign: BlobStore['presign'] = async (key, { contentType, contentDisposition }) => {
    checkKey(key);
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
      ResponseCacheControl: 'private, no-store',
    });
    return await getSignedUrl(client, command, { expiresIn: PRESIGNED_SECONDS });
  };

  return {
    ...(presigned ? { presign } : {}),

    async put(key, content) {
      checkKey(key);
      return await passThrough(content, async (pieces) => {
        // Aborts the upload when a piece or a part fails: no part stays behind, and nothing is replaced.
        const upload = new Upload({
          client,
          params: { Bucket: bucket, Key: key, Body: Readable.from(pieces), ChecksumAlgorithm: 'SHA256' },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        });
        await upload.done();
      });
    },

    async read(key) {
      return await readOnce(key).catch((error: unknown) => {
        // Once more at once: a server behind others that restarts breaks off too, and the next answer comes from another.
        if (error instanceof BlobFaultError) return readOnce(key);
        throw error;
      });
    },

    stream: get,

    async deletePrefix(prefix) {
      checkPrefix(prefix);
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        const Objects = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
        if (Objects.length === 0) continue;
        const { Errors: errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        const [first] = errors;
        // The call itself succeeds whatever became of each object.
        if (first) throw new Error(`The S3 server did not delete ${first.Key}: ${first.Code} ${first.Message}`);
      }
    },
  };
}

/** A wrong name or key shows at the start, not at the first picture. */
async function checkBucket(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    throw new Error(`The bucket ${bucket} of BLOB_STORE_URL cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** HEAD has no body to explain itself with, so the SDK's own message may be just "UnknownError". */
function reasonOf(error: unknown): string {
  const { name = 'error', message = '' } = error as Partial<Error>;
  if (statusOf(error) === 404) return 'there is no such bucket';
  if (statusOf(error) === 403) return 'the credentials do not allow it';
  return message === '' || message === 'UnknownError' ? name : message;
}

/** Parts of a picture whose upload died with its process are in no list of objects, kept for ever, and paid for. */
async function abortAbandoned(client: S3Client, bucket: string): Promise<void> {
  const { Uploads: uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  for (const { Key, UploadId, Initiated } of uploads) {
    if (Initiated === undefined || Date.now() - Initiated.getTime() < ABANDONED_AFTER_MS) continue;
    // Another process that starts at the same time may have ended it.
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(() => undefined);
  }
}
