/** Attempts of an attacker in a worker, each with its outcome. */
export type WorkerTries = Record<
  | 'its folder of blobs'
  | 'another folder'
  | 'removal of a blob'
  | 'removal of many'
  | 'the S3 server'
  | 'the API'
  | 'the internet'
  | 'jobs'
  | 'users'
  | 'events'
  | 'pictures',
  string
>;

/**
 * A program for a worker's container that prints `WorkerTries`. The S3 server answers in XML; the guard before it, on
 * forbidden requests, in HTML.
 */
export const WORKER_TRIES = `
const { readFileSync } = require('node:fs');
const { Client } = require('pg');
const ask = (url, method = 'GET') =>
  fetch(url, { method, signal: AbortSignal.timeout(5000) }).then(
    ({ status, headers }) => status + ' ' + headers.get('content-type'),
    () => 'no way',
  );
process.env.PGPASSWORD = readFileSync(process.env.PGPASSWORD_FILE, 'utf8').trim();
const database = new Client({ connectionString: process.env.DATABASE_URL });
const read = (table) => database.query('SELECT FROM ' + table + ' LIMIT 1').then(() => 'read', ({ message }) => message);
(async () => {
  await database.connect();
  const guard = 'http://s3-guard:8080/clearcut';
  const said = {
    'its folder of blobs': await ask(guard + '/transaction/x'),
    'another folder': await ask(guard + '/brand/x'),
    'removal of a blob': await ask(guard + '/transaction/x', 'DELETE'),
    'removal of many': await ask(guard + '?delete', 'POST'),
    'the S3 server': await ask('http://s3:8080/'),
    'the API': await ask('http://command-api:3000/healthz'),
    'the internet': await ask('http://1.1.1.1/'),
    'jobs': await read('message_bus.message'),
    'users': await read('identity.users'),
    'events': await read('event_store.event'),
    'pictures': await read('read_transaction.transaction'),
  };
  await database.end();
  console.log(JSON.stringify(said));
})();
`;
