import { createHash } from 'node:crypto';
import { HardwareId } from '@vigil/shared/contract/hardware';

/** What firmware answers that was never given a number of its own: it is the same on thousands of boards. */
const MEANINGLESS = /^(?:[0f-]*|.*not.*|none|default.*|to be filled.*|03000200-0400-0500-0006-000700080009)$/i;

/** A digest, so that no serial number leaves the device; null when nothing tells this computer from a copy of its disk. */
export function hardwareIdOfFirstUsable(...sources: readonly string[]): HardwareId | null {
  const source = sources.map((text) => text.trim().toLowerCase()).find((text) => !MEANINGLESS.test(text));
  if (source === undefined) return null;
  return HardwareId.parse(createHash('sha256').update(`vigil hardware ${source}`).digest('hex').slice(0, 32));
}
