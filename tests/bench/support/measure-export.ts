import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { listExports, postExport, type ExportRequest } from '@vigil/shared/contract/http/exports';
import type { Client } from '../../support/client.ts';
import type { Stack } from '../../support/stack.ts';

const POLL_MS = 100;

interface MeasuredExport {
  readonly rows: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Resident megabytes of the worker before, and the most meanwhile. */
  readonly before: number;
  readonly most: number;
}

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) / 1_000;
}

/** Asks for an export of a stack with one worker, and waits for its file. */
export async function measureExport(
  { stack, client }: { stack: Stack; client: Client },
  body: Partial<ExportRequest> & Pick<ExportRequest, 'export_id'>,
): Promise<MeasuredExport> {
  const pid = stack.workers[0]?.pid;
  const before = await residentMb(pid);
  const since = performance.now();
  const { meta } = await client.call(postExport, { body: body as never });
  let most = before;
  for (;;) {
    await delay(POLL_MS);
    most = Math.max(most, await residentMb(pid));
    const { objects } = await client.call(listExports);
    const row = objects.find(({ id }) => id === meta.id);
    if (row?.state === 'failed') throw new Error('the export failed');
    if (row?.state !== 'ready') continue;
    const seconds = (performance.now() - since) / 1_000;
    const { byteLength } = await (await fetch(`${stack.api.url}${row.download_url}`)).arrayBuffer();
    return { rows: row.rows, seconds, bytes: byteLength, before, most };
  }
}
