import type { DeviceDetail } from '@vigil/shared/contract/device';
import { splitList } from '@vigil/shared/domain/device-lists';
import type { Processes } from '../../live/fleet.ts';

export interface ProcessLine {
  key: string;
  name: string;
  pid: number | null;
  cpu: number | null;
  memory: number | null;
}

const figure = (text: string | undefined): number | null => {
  const value = Number.parseFloat(text ?? '');
  return Number.isNaN(value) ? null : value;
};

/** The processes as stored by the server: three lists that belong together (spec 2 §2). */
export function storedProcesses({ prcss_name, prcss_cpu_usage, prcss_memory_usage }: DeviceDetail): ProcessLine[] {
  const cpu = splitList(prcss_cpu_usage);
  const memory = splitList(prcss_memory_usage);
  return splitList(prcss_name).map((name, index) => ({
    key: `${index}-${name}`,
    name,
    pid: null,
    cpu: figure(cpu[index]),
    memory: figure(memory[index]),
  }));
}

export const liveProcesses = ({ rows }: Processes): ProcessLine[] =>
  rows.map(({ name, pid, cpu_usage, memory_usage }) => ({
    key: String(pid),
    name,
    pid,
    cpu: cpu_usage,
    memory: memory_usage,
  }));
