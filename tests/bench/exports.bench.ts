import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { listExports, postExport } from '@vigil/shared/contract/http/exports';
import { startStack } from '../support/stack.ts';
import { seedFleetRows } from './support/fleet-rows.ts';
import { report, round } from './support/report.ts';

// How long a spreadsheet of many devices takes, how large it is, and the most memory that its worker holds meanwhile.
const DEVICES = Number(process.env['DEVICES'] ?? 100_000);
const MB = 1_000_000;
/** The workers take notice of the new devices first: states, thresholds, the fleet index. */
const SETTLE_MS = 30_000;

await using stack = await startStack({ workers: 1, env: { LOG_LEVEL: 'fatal' } });
await seedFleetRows(stack, DEVICES);
const client = await stack.signIn();
const { pid } = stack.workers[0] ?? {};

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) / 1_000;
}

await delay(SETTLE_MS);
const before = await residentMb();
const since = performance.now();
const { meta } = await client.call(postExport, { body: { export_id: 'deviceListTable' } });
let most = before;
for (;;) {
  await delay(100);
  most = Math.max(most, await residentMb());
  const { objects } = await client.call(listExports);
  const row = objects.find(({ id }) => id === meta.id);
  if (row?.state === 'failed') throw new Error('the export failed');
  if (row?.state !== 'ready') continue;
  const seconds = (performance.now() - since) / 1_000;
  const file = await (await fetch(`${stack.api.url}${row.download_url}`)).arrayBuffer();
  report([
    { figure: `export of ${row.rows} devices`, vigil: `${round(seconds, 1)} s`, wanted: 'reported', met: true },
    { figure: 'size of the file', vigil: `${round(file.byteLength / MB, 1)} MB`, wanted: 'reported', met: true },
    {
      figure: 'memory of the worker',
      vigil: `${round(before, 0)} → ${round(most, 0)} MB`,
      wanted: 'under 200 MB',
      met: most < 200,
    },
  ]);
  break;
}
