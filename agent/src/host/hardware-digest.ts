import { createHash } from 'node:crypto';
import { HardwareId } from '@vigil/shared/contract/hardware';

/** What firmware answers that was never given a number of its own: it is the same on thousands of boards. */
const MEANINGLESS =
  /^(?:[0f-]*|(.)\1*|.*\bnot\b.*|n\/?a|none|null|unknown|invalid|default.*|to be filled.*|(?:o\.e\.m|oem).*|(?:system|chassis|base ?board|board|product)? ?serial ?(?:number|no\.?|#)?|(?:system|board) (?:uuid|id)|empty|x+|0?1234567(?:89?0?)?|123456789abcdef.*|03000200-0400-0500-0006-000700080009|00020003-0004-0005-0006-000700080009|12345678-1234-5678-90ab-cddeefaabbcc)$/i;

/**
 * A digest of the first usable source, so that no serial number leaves the device; null when nothing tells this
 * computer from a copy of its disk.
 */
export function digestHardwareId(...sources: readonly string[]): HardwareId | null {
  const source = sources.map((text) => text.trim().toLowerCase()).find((text) => !MEANINGLESS.test(text));
  if (source === undefined) return null;
  return HardwareId.parse(createHash('sha256').update(`vigil hardware ${source}`).digest('hex').slice(0, 32));
}
