import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A gauge reads the database or the bus: however often metrics are asked for, each is read this often at most. */
const KEPT_MS = 2_000;

/** One value, or one for each set of labels; every set has the same label names. */
export type GaugeReading = number | readonly { readonly labels: Record<string, string>; readonly value: number }[];

export interface Metrics {
  /** Of the scrape's answer. */
  readonly contentType: string;
  /** What Prometheus scrapes: the text exposition format. */
  render(): Promise<string>;
  /** `route` is the pattern (`/api/transaction/:id`), never the path: each id would become a time series of its own. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** A gauge that is read at a scrape, unless that was done a moment ago. `name` carries its unit, for example `message_bus_oldest_seconds`. */
  gauge(name: string, help: string, read: () => Promise<GaugeReading>, labelNames?: readonly string[]): void;
  /** Something to count since the process began; the answer counts one more. `name` ends in `_total`. */
  counter(name: string, help: string): () => void;
}

/** Metrics of one process: those of Node itself, the duration of HTTP requests, and the gauges that are added. */
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
      const readSeldom = keptFor(KEPT_MS, read);
      // prom-client collects before it renders; its type has no promise here, but it waits for one.
      const collect = async (gauge: Gauge): Promise<void> => {
        // A reading that fails shows no value; were it to reject, a lost database would take all metrics with it.
        const reading = await readSeldom().catch(() => undefined);
        gauge.reset();
        if (reading === undefined) {
          // The reset leaves 0 without labels, and nothing with them.
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

/** The same work, whose outcome is handed out again for a while. */
function keptFor<T>(milliseconds: number, work: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly outcome: Promise<T> } | undefined;
  return () => {
    const now = Date.now();
    if (last === undefined || now - last.at >= milliseconds) last = { at: now, outcome: work() };
    return last.outcome;
  };
}
