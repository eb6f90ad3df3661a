/** Never personal data. */
type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** From a small set. */
  readonly name: string;
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Default: the current span. */
  readonly parent?: string | undefined;
  readonly startedAt?: Date;
  readonly attributes?: Attributes;
}

export interface Span {
  /** W3C Trace Context. */
  readonly traceparent: string | undefined;
  set(attributes: Attributes): void;
  fail(reason: string): void;
  end(): void;
}

export interface Tracing {
  begin(options: SpanOptions): Span;
  /** An error marks the span. */
  within<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
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
