/** Our ids and names only, never file names, addresses or other personal data. */
type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** From a small set: what varies goes into attributes. */
  readonly name: string;
  /** Default `internal`. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Default: the current span, else a new trace. */
  readonly parent?: string | undefined;
  /** Default: now. */
  readonly startedAt?: Date;
  readonly attributes?: Attributes;
}

export interface Span {
  /** W3C Trace Context, for the `parent` of others; undefined without tracing. */
  readonly traceparent: string | undefined;
  set(attributes: Attributes): void;
  fail(reason: string): void;
  end(): void;
}

export interface Tracing {
  /** The caller ends the span. */
  begin(options: SpanOptions): Span;
  /** An error marks the span as failed and is rethrown. */
  within<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Flushes, within a few seconds at most. */
  close(): Promise<void>;
}

const noSpan: Span = {
  traceparent: undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

export const noTracing: Tracing = {
  begin: () => noSpan,
  within: (_options, work) => work(noSpan),
  close: () => Promise.resolve(),
};
