import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../../config/config.ts';
import { type ServerCheck, throwOfServer, UnusableServerError } from '../../server-check.ts';
import { statusOf } from './outage.ts';

const LIMITS = { connectionTimeout: 3_000, requestTimeout: 8_000 };

const REFUSALS: Readonly<Record<number, string>> = {
  301: 'the bucket is in another region',
  400: 'it refuses the key',
  401: 'it refuses the key',
  403: 'it refuses the key, or the bucket to its owner',
  404: 'it has no such bucket',
};

export function s3Check({ bucket, region, endpoint }: NonNullable<Config['blobStore']>): ServerCheck {
  const client = new S3Client({
    region,
    maxAttempts: 1,
    requestHandler: LIMITS,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  });
  return {
    setting: 'BLOB_STORE_URL',
    part: 'blob store',
    address: endpoint === undefined ? `s3://${bucket}` : `${endpoint.replace(/\/$/, '')}/${bucket}`,
    async ask() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
      } catch (error) {
        const refusal = REFUSALS[statusOf(error) ?? 0];
        if (refusal !== undefined) throw new UnusableServerError(refusal, { cause: error });
        if (error instanceof Error && error.name === 'CredentialsProviderError') {
          throw new UnusableServerError('there is no key for it, such as AWS_ACCESS_KEY_ID', { cause: error });
        }
        throwOfServer(error);
      }
    },
    async close() {
      client.destroy();
    },
  };
}
