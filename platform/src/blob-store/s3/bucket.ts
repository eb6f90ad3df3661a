import {
  AbortMultipartUploadCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { statusOf } from './outage.ts';

/** No upload takes as long: its process died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

export async function checkBucket(client: S3Client, bucket: string): Promise<void> {
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
export async function abortAbandoned(client: S3Client, bucket: string): Promise<void> {
  const { Uploads: uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  for (const { Key, UploadId, Initiated } of uploads) {
    if (Initiated === undefined || Date.now() - Initiated.getTime() < ABANDONED_AFTER_MS) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(() => undefined);
  }
}
