import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError } from './config.ts';

const Key = z.object({ kid: z.string(), public: z.string(), private: z.string().optional() });

/** The first key of a list signs, all of them verify: a new one is put in front and the old one lives on a while. */
const KeyRing = z.object({ agent: z.array(Key).min(1), session: z.array(Key).min(1) });
export type KeyRing = Readonly<z.infer<typeof KeyRing>>;
export type SigningKey = z.infer<typeof Key>;

function createKey(): SigningKey {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { kid: randomUUID().slice(0, 8), public: pair.publicKey, private: pair.privateKey };
}

export const createKeyRing = (): KeyRing => ({ agent: [createKey()], session: [createKey()] });

/** Puts new signing keys in front; the present ones still verify until the next rotation. */
export const rotateKeyRing = (ring: KeyRing): KeyRing => ({
  agent: [createKey(), ...ring.agent.slice(0, 1)],
  session: [createKey(), ...ring.session.slice(0, 1)],
});

/** What a gateway needs: it verifies and never signs. */
export function publicHalf(ring: KeyRing): KeyRing {
  const strip = (keys: readonly SigningKey[]) => keys.map(({ kid, public: pem }) => ({ kid, public: pem }));
  return { agent: strip(ring.agent), session: strip(ring.session) };
}

export async function readKeyRing(file: string): Promise<KeyRing> {
  try {
    return KeyRing.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new ConfigError(`KEYS_FILE: ${file} is not a readable key ring; make one with "npm run admin -- keys"`, {
      cause,
    });
  }
}

export const writeKeyRing = (file: string, ring: KeyRing): Promise<void> =>
  writeFile(file, `${JSON.stringify(ring, null, 2)}\n`, { mode: 0o600 });
