import { readMetrics } from '../../support/metrics.ts';

/** Figures of a gateway as its own metrics give them. */
export interface GatewayStatus {
  readonly rss: number;
  readonly agents: number;
  readonly samples: number;
  /** Seconds of processor time since the start. */
  readonly cpu: number;
}

export async function gatewayStatus(url: string): Promise<GatewayStatus> {
  const metric = await readMetrics(url);
  return {
    rss: metric('process_resident_memory_bytes'),
    agents: metric('vigil_agents_connected'),
    samples: metric('vigil_usage_samples_total'),
    cpu: metric('process_cpu_seconds_total'),
  };
}
