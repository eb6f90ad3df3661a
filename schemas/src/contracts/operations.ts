import { z } from 'zod';
import { errorBodySchema } from '../transaction/http.ts';
import type { Contract } from './contract.ts';

/** Reporting API of browsers; their other fields name pages, which may be private. */
const reportsSchema = z
  .array(
    z.object({
      type: z.string(),
      body: z.object({ effectiveDirective: z.string().optional(), blockedURL: z.string().optional() }).optional(),
    }),
  )
  .max(100);

const readySchema = z.object({
  status: z.literal('ready'),
  /** Version of the release that answers. */
  version: z.string(),
  /** Events that subscribers skip, by the operator's decision; omitted if there are none. */
  setAside: z.int().optional(),
});

export const operationsContracts = {
  openApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document.',
    credentials: [],
    access: { who: 'anyone' },
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: z.record(z.string(), z.unknown()) } },
    errors: [],
  },
  openApiOfV1: {
    operationId: 'getOpenApi',
    tag: 'Account',
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'The OpenAPI document of /v1, from which nothing is removed.',
    credentials: [],
    access: { who: 'anyone' },
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: z.record(z.string(), z.unknown()) } },
    errors: [],
  },
  openApiOfDialects: {
    method: 'GET',
    path: '/v1.0/openapi.json',
    summary: 'The OpenAPI document of the remove.bg, Photoroom and rembg interfaces, from which nothing is removed.',
    credentials: [],
    access: { who: 'anyone' },
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: z.record(z.string(), z.unknown()) } },
    errors: [],
  },
  health: {
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process is alive.',
    credentials: [],
    access: { who: 'anyone' },
    cache: 'no-store',
    answers: { 200: { description: 'It does.', schema: z.object({ status: z.literal('ok') }) } },
    errors: [],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    summary:
      'Whether uploads can be taken and their results seen: database, read model, all subscribers, and every server that a setting names; and whether the disk has the free space of MIN_FREE_SPACE_MB.',
    credentials: [],
    access: { who: 'anyone' },
    cache: 'no-store',
    answers: {
      200: { description: 'They can.', schema: readySchema },
      503: {
        description: 'Something is wrong; `problems` names it to the networks of METRICS_NETWORKS.',
        schema: errorBodySchema.extend({ problems: z.array(z.string()).optional() }),
      },
    },
    errors: [],
  },
  policyReports: {
    method: 'POST',
    path: '/api/policy-reports/',
    summary: 'Receives browsers’ reports of what a page’s Content-Security-Policy refused.',
    credentials: [],
    access: { who: 'anyone' },
    body: reportsSchema,
    answers: { 204: { description: 'It is counted.' } },
    errors: ['validation_failed'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics in the Prometheus text format, for the networks of METRICS_NETWORKS.',
    credentials: [],
    access: { who: 'anyone' },
    answers: { 200: { description: 'The metrics of this process.', mediaTypes: ['text/plain'] } },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Contract>;
