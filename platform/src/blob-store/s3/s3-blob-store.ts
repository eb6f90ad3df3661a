import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { StorageFullError } from '../../storage-full.ts';
import { passThrough } from '../digest.ts';
import { checkKey, checkPrefix } from '../key.ts';
import type { BlobStore } from '../port.ts';
import { abortAbandoned, checkBucket } from './bucket.ts';
import { BlobStoreUnavailableError, isFull, isOutage } from './outage.ts';
import { readerOf } from './reader.ts';

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
const PART_CONCURRENCY = 2;

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
  // After the bucket check, so that a failing start shows the server's own message.
  translateErrors(client);

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
        queueSize: PART_CONCURRENCY,
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

    ...readerOf(client, bucket),

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

/** Wraps the SDK's retries. */
function translateErrors(client: S3Client): void {
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
}
