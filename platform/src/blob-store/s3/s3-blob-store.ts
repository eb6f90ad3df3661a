import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
  PutObjectCommand,
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
  /** Undefined: Amazon. Otherwise the bucket goes in the path. */
  readonly endpoint: string | undefined;
  /** Browsers must reach the server. */
  readonly presigned?: boolean;
}

/** Two parts in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** No upload takes as long: its process died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

const PRESIGNED_SECONDS = 300;

const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 30_000 };

/**
 * Credentials come from the standard AWS sources. SHA-256 checks what is written and read.
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
  // Wraps the SDK's retries. Added after the bucket check, so that a failing start shows the server's own message.
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

  const expectAnswer = () => client.send(new HeadBucketCommand({ Bucket: bucket }));

  const get = async (key: BlobKey, range?: BlobRange): Promise<{ bytes: number; content: Readable }> => {
    checkKey(key);
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...part });
    const found = await client.send(command).catch(async (error: unknown) => {
      if (error instanceof NoSuchKey) throw new BlobNotFoundError(key);
      // An outage counts no try: this object would be retried forever.
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
      await expectAnswer();
      // As text: a broken connection as cause would count as an outage.
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

  const put: BlobStore['put'] = async (key, content) => {
    checkKey(key);
    return await passThrough(content, async (pieces) => {
      // No part stays behind, and nothing is replaced.
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: Readable.from(pieces), ChecksumAlgorithm: 'SHA256' },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      });
      await upload.done();
    });
  };

  return {
    ...(presigned ? { presign } : {}),

    put,

    async adopt(key, { path, bytes, sha256 }) {
      if (bytes > PART_BYTES) {
        const stored = await put(key, createReadStream(path));
        if (stored.sha256 !== sha256) throw new Error(`${path} changed while it was stored as ${key}`);
        return;
      }
      checkKey(key);
      // The server compares with the digest at writing.
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
      const command = { Bucket: bucket, Key: key, Body: await readFile(path), ChecksumSHA256 };
      await client.send(new PutObjectCommand(command));
    },

    async read(key) {
      return await readOnce(key).catch((error: unknown) => {
        // Once: a server restarting behind a proxy breaks off, and another answers next.
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
        if (first) throw new Error(`The S3 server did not delete ${first.Key}: ${first.Code} ${first.Message}`);
      }
    },
  };
}

async function checkBucket(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    throw new Error(`The bucket ${bucket} of BLOB_STORE_URL cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** HEAD has no body, so the SDK may only say "UnknownError". */
function reasonOf(error: unknown): string {
  const { name = 'error', message = '' } = error as Partial<Error>;
  if (statusOf(error) === 404) return 'there is no such bucket';
  if (statusOf(error) === 403) return 'the credentials do not allow it';
  return message === '' || message === 'UnknownError' ? name : message;
}

/** Parts of dead uploads appear in no list and cost money forever. */
async function abortAbandoned(client: S3Client, bucket: string): Promise<void> {
  const { Uploads: uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  for (const { Key, UploadId, Initiated } of uploads) {
    if (Initiated === undefined || Date.now() - Initiated.getTime() < ABANDONED_AFTER_MS) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(() => undefined);
  }
}
