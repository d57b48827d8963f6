/** Figures of a gateway as its own metrics give them. */
export interface GatewayStatus {
  readonly rss: number;
  readonly agents: number;
  readonly samples: number;
  /** Seconds of processor time since the start. */
  readonly cpu: number;
}

const read = (text: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

export async function gatewayStatus(url: string): Promise<GatewayStatus> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return {
    rss: read(text, 'process_resident_memory_bytes'),
    agents: read(text, 'vigil_agents_connected'),
    samples: read(text, 'vigil_usage_samples_total'),
    cpu: read(text, 'process_cpu_seconds_total'),
  };
}
