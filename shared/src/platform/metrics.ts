import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one process, in Prometheus form. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** A gauge whose value is read on each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  histogram(name: string, help: string, buckets: readonly number[], labels?: readonly string[]): Histogram;
  render(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      }),
    histogram: (name, help, buckets, labelNames = []) =>
      new Histogram({ name, help, buckets: [...buckets], labelNames, registers }),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
