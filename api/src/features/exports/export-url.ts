import type { ExportId } from '@vigil/shared/contract/ids';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { KeyRing } from '@vigil/shared/platform/key-ring';
import { keyedHashes } from '@vigil/shared/platform/secret-box';
import { isSameSecret } from '../../http/same-secret.ts';

const VALID_MS = 10 * 60_000;

/** A signature is `expiry.session.mac`: a link that opens a file must be short-lived and die with the session. */
const textOf = (id: ExportId, session: string, expires: number) => `export\n${id}\n${session}\n${expires}`;

interface Signed {
  readonly id: ExportId;
  readonly fileName: string;
}

/** The address of a file for the browser of a session, which sends no token with a download. */
export function signedExportUrl(
  { secret }: KeyRing,
  { id, fileName }: Signed,
  { session, now }: { session: string; now: number },
): string {
  const expires = now + VALID_MS;
  const [mac] = keyedHashes(secret, textOf(id, session, expires));
  return `${API_BASE}/exports/${id}/${encodeURIComponent(fileName)}?sig=${expires}.${session}.${mac}`;
}

/** The session for which an address was signed, or null for one that is expired or not ours. */
export function sessionOfExportSignature(
  { secret }: KeyRing,
  id: ExportId,
  signature: string,
  now: number,
): string | null {
  const [expires = '', session = '', mac = ''] = signature.split('.');
  if (!(Number(expires) > now)) return null;
  const wanted = keyedHashes(secret, textOf(id, session, Number(expires)));
  return wanted.some((one) => isSameSecret(mac, one)) ? session : null;
}
