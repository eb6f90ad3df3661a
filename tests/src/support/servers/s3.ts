import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { checkJava, type Jar, jars, ServerUnavailableError } from './jars.ts';
import { freePort, startJavaServer } from './java-server.ts';
import { STAND_IN } from './stand-in-certificate.ts';

/** S3Proxy (Apache-2.0): checks signatures and checksums like Amazon; here it keeps objects in memory. */
export const S3PROXY: Jar = {
  path: 'org/gaul/s3proxy/4.1.0/s3proxy-4.1.0-jar-with-dependencies.jar',
  sha256: 'a4d025969aaf796616ed4b1e2491d87d455ce84bb28cb9db086b2e6aaa68b48d',
};

export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'clearcut-test', AWS_SECRET_ACCESS_KEY: 'clearcut-test-secret' };

const BUCKET = 'clearcut-test';
const REGION = 'us-east-1';
const KEYSTORE_PASSWORD = 'of the tests';

export interface S3Server {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** In the form of BLOB_STORE_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts an S3 server on this machine with one empty bucket.
 * @param isSecured speaks TLS only, which this process must already trust
 * @throws ServerUnavailableError
 */
export async function startS3Server({ isSecured = false } = {}): Promise<S3Server> {
  await checkJava();
  const [jar = ''] = await jars([S3PROXY]);
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-s3-'));
  const endpoint = `${isSecured ? 'https' : 'http'}://127.0.0.1:${await freePort()}`;
  const settings = {
    ...(isSecured ? await securedListener(endpoint, folder) : { 's3proxy.endpoint': endpoint }),
    's3proxy.authorization': 'aws-v2-or-v4',
    's3proxy.identity': S3_CREDENTIALS.AWS_ACCESS_KEY_ID,
    's3proxy.credential': S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    'jclouds.provider': 'transient-nio2',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(folder, 's3proxy.conf'), lines.join('\n'));
  const server = await startJavaServer({
    args: ['-Xmx384m', '-jar', jar, '--properties', 's3proxy.conf'],
    cwd: folder,
    isReady: async () => (await fetch(endpoint)).status > 0,
  });
  const client = new S3Client({ endpoint, region: REGION, forcePathStyle: true, credentials: credentials() });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
  return {
    endpoint,
    bucket: BUCKET,
    region: REGION,
    url: `s3://${BUCKET}?endpoint=${endpoint}&region=${REGION}`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function securedListener(endpoint: string, folder: string): Promise<Record<string, string>> {
  const keystore = join(folder, 'keystore.p12');
  const from = ['-in', STAND_IN.certificate, '-inkey', STAND_IN.key];
  const made = ['-out', keystore, '-passout', `pass:${KEYSTORE_PASSWORD}`];
  await promisify(execFile)('openssl', ['pkcs12', '-export', ...from, ...made]).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new ServerUnavailableError('there is no openssl') : error;
    },
  );
  return {
    's3proxy.secure-endpoint': endpoint,
    's3proxy.keystore-path': keystore,
    's3proxy.keystore-password': KEYSTORE_PASSWORD,
  };
}

/** All object keys of a bucket, read-only. */
export async function keysIn({
  bucket,
  region,
  endpoint,
}: Pick<S3Server, 'bucket' | 'region'> & { readonly endpoint: string | undefined }): Promise<string[]> {
  const client = new S3Client({ region, forcePathStyle: true, ...(endpoint === undefined ? {} : { endpoint }) });
  const keys: string[] = [];
  for await (const { Contents: found = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    keys.push(...found.flatMap(({ Key: key }) => (key === undefined ? [] : [key])));
  }
  client.destroy();
  return keys;
}

const credentials = () => ({
  accessKeyId: S3_CREDENTIALS.AWS_ACCESS_KEY_ID,
  secretAccessKey: S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
});
