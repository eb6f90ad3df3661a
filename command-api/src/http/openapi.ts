import type { ErrorCode } from '@clearcut/schemas/errors';
import { errorBodySchema } from '@clearcut/schemas/transaction/http';
import { z } from 'zod';
import { SESSION_COOKIE } from './authenticator.ts';
import { type Access, type Answer, type BytesBody, type Contract, takesBytes } from './contract.ts';
import { needsClientId } from './csrf.ts';
import { describeErrors } from './errors.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the routes, made from the objects that parse and answer them. */
export function openApiOf(contracts: readonly Contract[]): Json {
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    const path = contract.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[contract.method.toLowerCase()] = operation(contract);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clearcut',
      version: '0.1.0',
      description: 'Removes image backgrounds. Every path answers with and without its trailing slash.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
      securitySchemes: {
        clientId: { type: 'apiKey', in: 'header', name: 'client-id', description: 'An id that the client keeps.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'A login, or an anonymous session. Where the public address is https, the name begins with `__Host-`.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'A key of the team.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key.' },
      },
    },
  };
}

function operation(contract: Contract): Json {
  const { summary, credentials, access, body } = contract;
  const parameters = [...parametersOf(contract.params, 'path'), ...parametersOf(contract.query, 'query')];
  if (contract.idempotent === true) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key with the same content has its effect once and gets the same answer.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  return {
    summary,
    description: describeAccess(access),
    'x-access': access,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(credentials.length === 0 ? {} : { security: securityOf(contract) }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: responsesOf(contract),
  };
}

const MAY_CALL: Record<Access['who'], string> = {
  anyone: 'For anyone.',
  entrant: 'For anyone, logged in or not.',
  visitor: 'For anyone, logged in or not, but not with a login that has ended.',
  user: 'For those who are logged in.',
  admin: 'For admins, within their own team.',
  staff: 'For staff of the installation.',
};

function describeAccess(access: Access): string {
  const sections = 'sections' in access ? access.sections : undefined;
  const limited = sections && ` Limited members need the section ${sections.join(' or ')}.`;
  const roles = access.who === 'staff' ? ` They need the role ${access.roles.join(' or ')}, and a second factor.` : '';
  return `${MAY_CALL[access.who]}${limited ?? ''}${roles}`;
}

/** A visitor may send the client id instead of the cookie, because pictures and event streams of a page cannot send headers. */
function securityOf(contract: Contract): Json[] {
  if (contract.credentials.includes('api-key')) return [{ apiKey: [] }, { bearer: [] }];
  return needsClientId(contract) ? [{ clientId: [] }] : [{ clientId: [] }, { session: [] }];
}

function requestBodyOf(body: z.ZodType | BytesBody): Json {
  if (takesBytes(body)) return { required: true, content: { 'application/octet-stream': {} } };
  const content = { 'application/json': { schema: jsonSchema(body, 'input') } };
  return { required: !body.safeParse(undefined).success, content };
}

/** What a key is refused with before its request is looked at. */
const KEY_ERRORS: readonly ErrorCode[] = [
  'api_key_required',
  'api_key_invalid',
  'api_key_in_address',
  'api_key_network_forbidden',
  'api_key_scope_missing',
  'forbidden',
  'too_many_requests',
  'service_unavailable',
];

function codesOf(contract: Contract): ErrorCode[] {
  const { method, errors, credentials, access, isUpload } = contract;
  const codes: ErrorCode[] = [...errors];
  if (credentials.includes('api-key')) return [...codes, ...KEY_ERRORS];
  if (access.who !== 'anyone' && access.who !== 'entrant') codes.push('not_logged_in');
  const isForMembers = credentials.length > 0 && access.who !== 'anyone' && access.who !== 'entrant';
  if (isForMembers && contract.beforeSecondFactor !== true) codes.push('second_factor_setup_required');
  if (access.who === 'admin' || access.who === 'staff' || 'sections' in access) codes.push('forbidden');
  if (access.who === 'staff') codes.push('staff_second_factor_missing');
  if (credentials.length > 0) codes.push('client_id_required', 'client_id_invalid', 'service_unavailable');
  if (method !== 'GET' && credentials.length > 0) codes.push('storage_full');
  if (contract.needsProof !== undefined) codes.push('proof_required');
  if (isUpload === true) codes.push('too_many_requests');
  return codes;
}

function responsesOf(contract: Contract): Json {
  const { answers } = contract;
  const failures = [...describeErrors([...new Set(codesOf(contract))])].map(([status, description]): [string, Json] => [
    String(status),
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]);
  const successes = Object.entries(answers).map(([status, answer]): [string, Json] => [status, responseOf(answer)]);
  return Object.fromEntries([...successes, ...failures]);
}

function responseOf({ description, schema, mediaTypes = [] }: Answer): Json {
  const content: Json = Object.fromEntries(mediaTypes.map((type) => [type, {}]));
  if (schema !== undefined) content['application/json'] = { schema: jsonSchema(schema, 'output') };
  return { description, ...(Object.keys(content).length === 0 ? {} : { content }) };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
