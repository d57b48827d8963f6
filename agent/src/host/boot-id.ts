import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

export const LINUX_BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** The boot time follows from two clocks, which do not agree to the second. */
const ROUND_TO_MS = 10_000;

/** From the boot time, where the system names no id of its boot (decision 66). */
export const hashBootTime = (bootedAt: number): string =>
  createHash('sha256')
    .update(String(Math.round(bootedAt / ROUND_TO_MS)))
    .digest('hex')
    .slice(0, 32);

/** The id of the running system's boot. It is read once: setting the clock must not look like a boot. */
export function createBootIdReader(now: () => number): () => string {
  const id = linuxBootId() ?? hashBootTime(now() - uptime() * 1_000);
  return () => id;
}

function linuxBootId(): string | null {
  try {
    return readFileSync(LINUX_BOOT_ID, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
