import type { ErrorCode } from '@clearcut/schemas/errors';
import { version } from '@clearcut/platform/config/project';
import { errorBodySchema, problemSchema } from '@clearcut/schemas/transaction/http';
import type { z } from 'zod';
import { SESSION_COOKIE } from '../authenticator.ts';
import type { Access, Answer, BytesBody, Contract } from '@clearcut/schemas/contracts/contract';
import { countsAsChange } from '../changes.ts';
import { takesBytes } from '../contract.ts';
import { needsClientId } from '../csrf.ts';
import { describeErrors } from '../errors.ts';
import { Components, type Json } from './components.ts';
import { operationIdOf, tagOf } from './names.ts';

export interface Described {
  readonly title: string;
  readonly description: string;
  readonly server: string;
}

export function openApiOf(contracts: readonly Contract[], { title, description, server }: Described): Json {
  const components = new Components();
  components.schemaOf(errorBodySchema, 'output');
  components.schemaOf(problemSchema, 'output');
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    const path = contract.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[contract.method.toLowerCase()] = operation(contract, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: `${description} Every path answers with and without its trailing slash.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags: [...new Set(contracts.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const SECURITY_SCHEMES = {
  clientId: { type: 'apiKey', in: 'header', name: 'client-id', description: 'An id that the client keeps.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'A login, or an anonymous session. Where the public address is https, the name begins with `__Host-`.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'A key of the team.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key.' },
} as const;

function operation(contract: Contract, components: Components): Json {
  const { summary, credentials, access, scope, body, answers } = contract;
  const parameters = [
    ...parametersOf(contract.params, 'path', components),
    ...parametersOf(contract.query, 'query', components),
    ...(contract.idempotent === true ? [IDEMPOTENCY_KEY] : []),
    ...(contract.waits === true ? [PREFER] : []),
  ];
  const failures = [...describeErrors([...new Set(codesOf(contract))], contract.errorForm)];
  return {
    operationId: operationIdOf(contract),
    tags: [tagOf(contract)],
    summary,
    description: describeAccess(access) + (scope === undefined ? '' : ` The key needs the scope \`${scope}\`.`),
    'x-access': access,
    ...(scope === undefined ? {} : { 'x-scope': scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    security: credentials.length === 0 ? [] : securityOf(contract),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body, components) }),
    responses: Object.fromEntries([
      ...Object.entries(answers).map(([status, answer]) => [status, responseOf(answer, components)] as const),
      ...failures.map(
        ([status, description]) => [String(status), { description, content: failureOf(contract, components) }] as const,
      ),
    ]),
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same content has its effect once and gets the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: '`wait=30` waits up to 30 seconds for the result, 55 at most; `respond-async` does not wait (RFC 7240).',
  schema: { type: 'string' },
  examples: { wait: { value: 'wait=30' }, async: { value: 'respond-async' } },
};

const failureOf = ({ errorForm, errorSchema }: Contract, components: Components): Json =>
  errorForm === undefined
    ? {
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      }
    : { 'application/json': errorSchema === undefined ? {} : { schema: components.schemaOf(errorSchema, 'output') } };

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

/** Pictures and event streams in a page cannot set headers. */
function securityOf(contract: Contract): Json[] {
  if (contract.credentials.includes('api-key')) return [{ apiKey: [] }, { bearer: [] }];
  return needsClientId(contract) ? [{ clientId: [] }] : [{ clientId: [] }, { session: [] }];
}

function requestBodyOf(body: z.ZodType | BytesBody, components: Components): Json {
  if (!takesBytes(body)) {
    const content = { 'application/json': { schema: components.schemaOf(body, 'input') } };
    return { required: !body.safeParse(undefined).success, content };
  }
  const { forms } = body;
  const contentOf = ([type, schema]: [string, z.ZodType]) => [type, { schema: components.schemaOf(schema, 'input') }];
  const content =
    forms === undefined ? { 'application/octet-stream': {} } : Object.fromEntries(Object.entries(forms).map(contentOf));
  return { required: true, content };
}

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
  const codes: ErrorCode[] = [...errors, 'unexpected'];
  if (method !== 'GET' && credentials.length > 0) codes.push('storage_full');
  if (credentials.includes('api-key')) return [...codes, ...KEY_ERRORS];
  if (access.who !== 'anyone' && access.who !== 'entrant') codes.push('not_logged_in');
  const isForMembers = credentials.length > 0 && access.who !== 'anyone' && access.who !== 'entrant';
  if (isForMembers && contract.beforeSecondFactor !== true) codes.push('second_factor_setup_required');
  if (access.who === 'admin' || access.who === 'staff' || 'sections' in access) codes.push('forbidden');
  if (access.who === 'staff') codes.push('staff_second_factor_missing');
  if (credentials.length > 0) codes.push('client_id_required', 'client_id_invalid', 'service_unavailable');
  if (contract.needsProof !== undefined) codes.push('proof_required');
  if (isUpload === true || countsAsChange(contract)) codes.push('too_many_requests');
  return codes;
}

function responseOf({ description, schema, mediaTypes = [], links }: Answer, components: Components): Json {
  const content: Json = Object.fromEntries(
    mediaTypes.map((type) => [type, /^(?:image|application\/zip)/.test(type) ? { schema: BINARY } : {}]),
  );
  if (schema !== undefined) content['application/json'] = { schema: components.schemaOf(schema, 'output') };
  return {
    description,
    ...(Object.keys(content).length === 0 ? {} : { content }),
    ...(links === undefined ? {} : { links: linksOf(links) }),
  };
}

const BINARY = { type: 'string', format: 'binary' };

const linksOf = (links: NonNullable<Answer['links']>): Json =>
  Object.fromEntries(
    Object.entries(links).map(([operationId, parameters]) => [operationId, { operationId, parameters }]),
  );

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', components: Components): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = components.fieldsOf(schema, 'input') as {
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
