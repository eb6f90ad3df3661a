import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from '../../logger.ts';
import type { Span, SpanOptions, Tracing } from '../port.ts';

export interface OpenTelemetryOptions {
  readonly endpoint: string;
  readonly service: string;
  readonly log: Logger;
}

/** Services are killed after ten seconds. */
const SEND_TIMEOUT_MS = 2_000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const silent = (): void => undefined;

/** Drops late spans. */
export function createOpenTelemetry({ endpoint, service, log }: OpenTelemetryOptions): Tracing {
  const warn = (message: string): void => log.warn({ reason: message.slice(0, 500) }, 'Traces could not be sent');
  diag.setLogger(
    { error: warn, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'clearcut' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: SEND_TIMEOUT_MS })],
  });
  const tracer = provider.getTracer('clearcut');
  const contexts = new AsyncLocalStorage<Context>();

  function start({ name, kind = 'internal', parent, startedAt, attributes = {} }: SpanOptions): OtelSpan {
    const around = parent === undefined ? undefined : parseTraceParent(parent);
    const context = around ? trace.setSpanContext(ROOT_CONTEXT, around) : (contexts.getStore() ?? ROOT_CONTEXT);
    const when = startedAt === undefined ? {} : { startTime: startedAt };
    return tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes }, ...when }, context);
  }

  return {
    begin: (options) => wrapped(start(options)),

    async within(options, work) {
      const span = start(options);
      const ours = wrapped(span);
      try {
        return await contexts.run(trace.setSpan(ROOT_CONTEXT, span), () => work(ours));
      } catch (error) {
        ours.fail(error instanceof Error ? error.name : 'Error');
        throw error;
      } finally {
        span.end();
      }
    },

    close: () => provider.shutdown().catch((error: unknown) => warn(String(error))),
  };
}

function wrapped(span: OtelSpan): Span {
  return {
    traceparent: traceparentOf(span),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (reason) => void span.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
    end: () => span.end(),
  };
}

function traceparentOf(span: OtelSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
