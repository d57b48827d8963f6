import type { ProcessRow } from '@vigil/shared/contract/events/agent-up/usage';
import si from 'systeminformation';
import { fieldText } from '../field-text.ts';

const MAX_NAME = 300;

const twoDecimals = (value: number): number | null => (Number.isFinite(value) ? Math.round(value * 100) / 100 : null);

/** The running processes, busiest first. */
export async function readProcesses(): Promise<ProcessRow[]> {
  const { list } = await si.processes();
  return list
    .filter(({ pid }) => Number.isSafeInteger(pid) && pid >= 0)
    .map(({ name, pid, cpu, mem }) => ({
      name: fieldText(name, MAX_NAME),
      pid,
      cpu_usage: twoDecimals(cpu),
      memory_usage: twoDecimals(mem),
    }))
    .toSorted((a, b) => (b.cpu_usage ?? 0) - (a.cpu_usage ?? 0) || (b.memory_usage ?? 0) - (a.memory_usage ?? 0));
}
