import { randomBytes } from 'node:crypto';
import { createSealedChannel } from '@vigil/agent/sealed-channel';

/** As many as a whole picture of a screen full of text has. */
export const SEALED_BYTES = 250_000;
const PICTURES = 200;
const KEY_BYTES = 32;

/** Milliseconds to seal one whole picture at one end of a remote session, and to open it at the other. */
export function measureSealing(): { seal: number; open: number } {
  const [one, other] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];
  const [agent, viewer] = [createSealedChannel({ out: one, in: other }), createSealedChannel({ out: other, in: one })];
  const picture = randomBytes(SEALED_BYTES);
  const begun = performance.now();
  const sealed = Array.from({ length: PICTURES }, () => agent.seal(picture));
  const between = performance.now();
  for (const message of sealed) viewer.open(message);
  return { seal: (between - begun) / PICTURES, open: (performance.now() - between) / PICTURES };
}
