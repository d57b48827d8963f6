import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The metrics of one process, in Prometheus form. A name stands for one metric: asked for again, it is the same one.
 */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** A gauge whose value is read on each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** A gauge with one series for each value of a label that `read` returns; the others are removed. */
  gaugeByLabel(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [labelValue: string | number, value: number]>,
  ): void;
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
    gaugeByLabel(name, help, label, read) {
      registry.removeSingleMetric(name);
      void new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [labelValue, value] of read()) this.set({ [label]: labelValue }, value);
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
