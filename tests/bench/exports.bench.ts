import { setTimeout as delay } from 'node:timers/promises';
import { startStack } from '../support/stack.ts';
import { seedFleetRows } from './support/fleet-rows.ts';
import { measureExport } from './support/measure-export.ts';
import { report, round } from './support/report.ts';

// How long a spreadsheet of many devices takes, how large it is, and the most memory that its worker holds meanwhile.
const DEVICES = Number(process.env['DEVICES'] ?? 100_000);
const MB = 1_000_000;
/** The workers take notice of the new devices first: states, thresholds, the fleet index. */
const SETTLE_MS = 30_000;

await using stack = await startStack({ workers: 1, env: { LOG_LEVEL: 'fatal' } });
await seedFleetRows(stack, DEVICES);
const client = await stack.signIn();
await delay(SETTLE_MS);
const { rows, seconds, bytes, before, most } = await measureExport({ stack, client }, { export_id: 'deviceListTable' });
report([
  { figure: `export of ${rows} devices`, vigil: `${round(seconds, 1)} s`, wanted: 'reported', met: true },
  { figure: 'size of the file', vigil: `${round(bytes / MB, 1)} MB`, wanted: 'reported', met: true },
  {
    figure: 'memory of the worker',
    vigil: `${round(before, 0)} → ${round(most, 0)} MB`,
    wanted: 'under 200 MB',
    met: most < 200,
  },
]);
