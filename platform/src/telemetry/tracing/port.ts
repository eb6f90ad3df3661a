/** Facts about a span. Ids and names of ours alone, never file names, addresses or anything else personal. */
type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** One of few: what differs from one time to the next is an attribute. */
  readonly name: string;
  /** Default `internal`. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** `traceparent` of the span that this one is part of. Default: the span that the caller is in; where there is none, it begins a trace. */
  readonly parent?: string | undefined;
  /** Default: now. */
  readonly startedAt?: Date;
  readonly attributes?: Attributes;
}

/** A piece of work with its beginning and end, as others see it. */
export interface Span {
  /** What others name as their `parent`, in the form of W3C Trace Context; undefined where nothing is traced. */
  readonly traceparent: string | undefined;
  set(attributes: Attributes): void;
  /** Marks it as failed. */
  fail(reason: string): void;
  end(): void;
}

/** Tells where the time of a request went, through all processes that worked on it. Nothing that is done depends on it. */
export interface Tracing {
  /** A span that the caller ends. */
  begin(options: SpanOptions): Span;
  /** Does the work in a span: what the work begins is part of it. What the work throws marks the span as failed, and is thrown on. */
  within<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Sends what is left, if that can be done in a few seconds. */
  close(): Promise<void>;
}

const noSpan: Span = {
  traceparent: undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

/** Where no setting says whom to tell. */
export const noTracing: Tracing = {
  begin: () => noSpan,
  within: (_options, work) => work(noSpan),
  close: () => Promise.resolve(),
};
