import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const CACHE_MS = 2_000;

/** Every label set has the same names. */
export type GaugeReading = number | readonly { readonly labels: Record<string, string>; readonly value: number }[];

export interface Metrics {
  readonly contentType: string;
  /** Prometheus text format. */
  render(): Promise<string>;
  /** The pattern (`/api/transaction/:id`), or each id becomes a time series. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** `name` ends in its unit. */
  gauge(name: string, help: string, read: () => Promise<GaugeReading>, labelNames?: readonly string[]): void;
  /** `name` ends in `_total`. */
  counter(name: string, help: string): () => void;
}

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observeRequest({ seconds, ...labels }) {
      requests.observe(labels, seconds);
    },
    gauge(name, help, read, labelNames = []) {
      const readSeldom = keptFor(CACHE_MS, read);
      // prom-client awaits this, despite its type.
      const collect = async (gauge: Gauge): Promise<void> => {
        // Rejecting would lose all metrics.
        const reading = await readSeldom().catch(() => undefined);
        gauge.reset();
        if (reading === undefined) {
          // The reset leaves 0 without labels.
          if (labelNames.length === 0) gauge.remove();
        } else if (typeof reading === 'number') gauge.set(reading);
        else for (const { labels, value } of reading) gauge.set(labels, value);
      };
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        collect: () => collect(gauge),
      });
    },
    counter(name, help) {
      const counter = new Counter({ name, help, registers: [registry] });
      return () => counter.inc();
    },
  };
}

function keptFor<T>(milliseconds: number, work: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly outcome: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at >= milliseconds) last = { at: now, outcome: work() };
    return last.outcome;
  };
}
