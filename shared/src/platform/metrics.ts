import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one process, in Prometheus form. A name stands for one metric: asked for again, it is the same one. */
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
    counter: (name, help, labelNames = []) =>
      (registry.getSingleMetric(name) as Counter | undefined) ?? new Counter({ name, help, labelNames, registers }),
    gauge(name, help, read) {
      registry.removeSingleMetric(name);
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    histogram: (name, help, buckets, labelNames = []) =>
      (registry.getSingleMetric(name) as Histogram | undefined) ??
      new Histogram({ name, help, buckets: [...buckets], labelNames, registers }),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
