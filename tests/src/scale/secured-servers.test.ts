/** S3 server, mail server and trace collector with TLS only, under a private certificate authority. */
import { rm } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../conformance/mail/smtp-server.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually, newDataDir, type Service, startLauncher } from '../support/product.ts';
import { newSaver } from '../support/saver.ts';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../support/servers/s3.ts';
import { STAND_IN, standInTls } from '../support/servers/stand-in-certificate.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

const trusted = getCACertificates('default');
// Read by the product under test and this process's client.
Object.assign(process.env, S3_CREDENTIALS);

let s3: S3Server;
let mails: SmtpServer;
let collector: TraceCollector;
let product: Installation;

beforeAll(async () => {
  const tls = standInTls();
  // Same effect as NODE_EXTRA_CA_CERTS on a starting process.
  setDefaultCACertificates([...trusted, tls.cert.toString()]);
  s3 = await startS3Server({ isSecured: true });
  mails = await startSmtpServer(tls);
  collector = await startTraceCollector(tls);
  product = await startInstallation({
    BLOB_STORE_URL: s3.url,
    SMTP_URL: mails.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    NODE_EXTRA_CA_CERTS: STAND_IN.certificate,
  });
});
afterAll(async () => {
  await product?.stop();
  await collector?.close();
  await mails?.close();
  await s3?.stop();
  setDefaultCACertificates(trusted);
});

test('a picture is cut out and saved, a mail arrives, and every process reports what it did', async () => {
  const saver = await newSaver(product, 1);
  const { id } = await saver.cutOut(await photo({ width: 400, height: 300 }));
  expect((await saver.save(id)).creditsLeft).toBe(0);
  expect((await product.blobsOf(id)).length).toBeGreaterThan(0);

  const email = 'someone@example.com';
  await createPerson(product.url).signUp(email);
  await eventually(() => mails.received.find(({ to }) => to.includes(email)));

  // The test itself appends too, hence is a service.
  const services: readonly Service[] = ['command-api', 'projections', 'inference-worker'];
  await eventually(() => {
    const reporting = new Set(collector.spans.map(({ service }) => service));
    return services.every((service) => reporting.has(service)) ? true : undefined;
  });
});

// One server at a time: the first to report ends the product.
test.for([
  {
    name: 'blob store',
    address: () => `${s3.endpoint}/${s3.bucket} (BLOB_STORE_URL)`,
    settings: () => ({ BLOB_STORE_URL: s3.url }),
  },
  {
    name: 'mail server',
    address: () => `${new URL(mails.url).host} (SMTP_URL)`,
    settings: () => ({ SMTP_URL: mails.url }),
  },
])('without the authority the product does not connect to the $name, and ends with the reason', async (server) => {
  const dataDir = newDataDir();
  const launcher = startLauncher({ env: server.settings(), dataDir });
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).toContain(
    `The ${server.name} at ${server.address()} cannot be used: its certificate is not trusted (self-signed certificate`,
  );
});
