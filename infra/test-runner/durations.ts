import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { fromRoot } from '../local/runtime.ts';
import type { VitestProcessReport } from './report.ts';

/** Seconds by file, of a run on two cores. It only decides the order, so it may be out of date. */
const FILE = fromRoot('tests', 'durations.json');
const Durations = z.record(z.string(), z.number());

export const readDurations = (): z.output<typeof Durations> => Durations.parse(JSON.parse(readFileSync(FILE, 'utf8')));

/** Keeps what an earlier run measured of files that were not in this one. */
export function recordDurations({ files }: Pick<VitestProcessReport, 'files'>): void {
  const measured = files.map(({ file, ms }) => [file, Math.max(1, Math.round(ms / 1_000))] as const);
  const all = Object.entries({ ...readDurations(), ...Object.fromEntries(measured) });
  const worthIt = all.filter(([, seconds]) => seconds > 1).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(worthIt), undefined, 2)}\n`);
}
