import type { DeviceDetail } from '@vigil/shared/contract/device';
import { splitList } from '@vigil/shared/domain/device-lists';
import type { DeviceProcesses } from '../../live/live-data.ts';

export interface ProcessLine {
  key: string;
  name: string;
  pid: number | null;
  cpu: number | null;
  memory: number | null;
}

const numberOf = (text: string | undefined): number | null => {
  const value = Number.parseFloat(text ?? '');
  return Number.isNaN(value) ? null : value;
};

/** The processes as stored by the server: lists that belong together (spec 2 §2). */
export function storedProcesses({
  prcss_name,
  prcss_cpu_usage,
  prcss_memory_usage,
  prcss_pid,
}: DeviceDetail): ProcessLine[] {
  const cpu = splitList(prcss_cpu_usage);
  const memory = splitList(prcss_memory_usage);
  const pids = splitList(prcss_pid);
  return splitList(prcss_name).map((name, index) => ({
    key: pids[index] ?? `${index}-${name}`,
    name,
    pid: numberOf(pids[index]),
    cpu: numberOf(cpu[index]),
    memory: numberOf(memory[index]),
  }));
}

export const liveProcesses = ({ rows }: DeviceProcesses): ProcessLine[] =>
  rows.map(({ name, pid, cpu_usage, memory_usage }) => ({
    key: String(pid),
    name,
    pid,
    cpu: cpu_usage,
    memory: memory_usage,
  }));

/**
 * The same lines in the order of before, new ones at the end: rows do not move under the pointer that wants to end one.
 */
export function keepOrder(keys: readonly string[], lines: readonly ProcessLine[]): ProcessLine[] {
  const places = new Map(keys.map((key, index) => [key, index]));
  const placeOf = ({ key }: ProcessLine) => places.get(key) ?? Number.POSITIVE_INFINITY;
  return lines.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}
