import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, HeadBucketCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import { isConnectionError } from '../../database/connection-error.ts';
import { checkKey } from '../key.ts';
import { BlobFaultError, type BlobKey, BlobNotFoundError, type BlobRange, type BlobStore } from '../port.ts';
import { BlobStoreUnavailableError, statusOf } from './outage.ts';

export function readerOf(client: S3Client, bucket: string): Pick<BlobStore, 'read' | 'stream'> {
  const expectAnswer = () => client.send(new HeadBucketCommand({ Bucket: bucket }));

  async function stream(key: BlobKey, range?: BlobRange): Promise<{ bytes: number; content: Readable }> {
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
  }

  async function readOnce(key: BlobKey): Promise<Buffer> {
    const { content } = await stream(key);
    return await buffer(content).catch(async (error: unknown) => {
      if (!isConnectionError(error)) throw error;
      await expectAnswer();
      // As text: a broken connection as cause would count as an outage.
      throw new BlobFaultError(key, String(error));
    });
  }

  return {
    stream,
    async read(key) {
      return await readOnce(key).catch((error: unknown) => {
        // Once: a server restarting behind a proxy breaks off, and another answers next.
        if (error instanceof BlobFaultError) return readOnce(key);
        throw error;
      });
    },
  };
}
