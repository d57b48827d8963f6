import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { failedResult, type FailedResult, type UpdateOrder, type Updater } from '../executors/executor.ts';
import { hasVersion, pruneVersions, versionsFolder, type Installation } from './installation.ts';
import { unpackRelease } from './unpack.ts';
import type { UpdateState } from './update-state.ts';

/** Of the progress, the share of the download. */
const DOWNLOAD_PERCENT = 80;
const PERCENT_STEP = 5;

/** An interrupted download goes on where it was. */
const ATTEMPTS = 10;
const RETRY_MS = 3_000;

/** Installs releases beside the installed program. They are tried by `launchUpdatedAgent`, at the next start. */
export function createPackageUpdater(installation: Installation, state: UpdateState): Updater {
  let isBusy = false;
  /** Put in place by this process, and activated at its end. */
  const prepared = new Set<string>();
  return {
    async prepare(order) {
      // This version is tried itself, or another one will be at the next start.
      if (isBusy || state.trial !== null) return failedResult('update_running');
      isBusy = true;
      const { version, sha256 } = order.file;
      const folder = versionsFolder(installation);
      const part = `${sha256}.part`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o755 });
        pruneVersions(installation, [state.current, part, ...prepared]);
        const problem = await fetchFile(order, join(folder, part));
        if (problem !== null) return problem;
        const draft = join(folder, `${version}.new`);
        await unpackRelease(join(folder, part), draft);
        await rm(join(folder, version), { recursive: true, force: true });
        await rename(draft, join(folder, version));
        prepared.add(version);
        await rm(join(folder, part));
      } catch (error) {
        order.log.warn('update not put in place', { reason: error instanceof Error ? error.message : String(error) });
        return failedResult('update_failed');
      } finally {
        isBusy = false;
      }
      return hasVersion(installation, version) ? null : failedResult('update_failed');
    },
    activate: (trial) => state.tryNext(trial),
    outcomeOf: (id) => state.outcomeOf(id),
  };
}

/** Downloads the file, from where an earlier attempt ended. @returns why it must not be used, or null */
async function fetchFile(order: UpdateOrder, path: string): Promise<FailedResult | null> {
  const { size, sha256 } = order.file;
  for (let attempt = 1; ; attempt += 1) {
    const received = await sizeOf(path);
    if (received > size) break;
    if (received === size) {
      if ((await hashOf(path)) === sha256) return null;
      break;
    }
    if (attempt > ATTEMPTS || order.signal.aborted) return failedResult('download_failed');
    try {
      await append(order, path, received);
    } catch {
      if (attempt < ATTEMPTS) await delay(RETRY_MS, undefined, { signal: order.signal }).catch(() => undefined);
    }
  }
  await rm(path, { force: true });
  return failedResult('hash_mismatch');
}

async function append({ file: { size }, download, report }: UpdateOrder, path: string, from: number) {
  const body = await download(from);
  await using file = await open(path, 'a', 0o600);
  let received = from;
  let reported = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    received += piece.length;
    await file.appendFile(piece);
    if (received > size) return;
    const percent = Math.floor((DOWNLOAD_PERCENT * received) / size);
    if (percent < reported + PERCENT_STEP) continue;
    reported = percent;
    report(percent);
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}
