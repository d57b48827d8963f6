import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError } from './config.ts';

const Key = z.object({ kid: z.string(), public: z.string(), private: z.string().optional() });

/** 32 bytes in base64, for encryption at rest. */
const SecretKey = z.object({ kid: z.string(), key: z.base64().length(44) });

/**
 * The first key of a list signs, all of them verify, so that a rotation invalidates no token. The first `secret` key
 * encrypts, all of them decrypt; rings of older versions have none.
 */
const KeyRing = z.object({
  agent: z.array(Key).min(1),
  session: z.array(Key).min(1),
  secret: z.array(SecretKey).default([]),
});
export type KeyRing = Readonly<z.infer<typeof KeyRing>>;
export type SigningKey = z.infer<typeof Key>;
export type SecretKey = z.infer<typeof SecretKey>;

function createKey(): SigningKey {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { kid: randomUUID().slice(0, 8), public: pair.publicKey, private: pair.privateKey };
}

const createSecretKey = (): SecretKey => ({
  kid: randomUUID().slice(0, 8),
  key: randomBytes(32).toString('base64'),
});

export const createKeyRing = (): KeyRing => ({
  agent: [createKey()],
  session: [createKey()],
  secret: [createSecretKey()],
});

/**
 * Prepends new keys. The current signing keys verify until the next rotation; all secret keys are kept, because stored
 * values remain encrypted with them.
 */
export const rotateKeyRing = (ring: KeyRing): KeyRing => ({
  agent: [createKey(), ...ring.agent.slice(0, 1)],
  session: [createKey(), ...ring.session.slice(0, 1)],
  secret: [createSecretKey(), ...ring.secret],
});

/** Adds the lists that a ring of an older version lacks. Signing keys are kept, so that sessions remain valid. */
export const completeKeyRing = (ring: KeyRing): KeyRing =>
  ring.secret.length > 0 ? ring : { ...ring, secret: [createSecretKey()] };

/** The ring without private and secret keys, for gateways, which verify and never sign. */
export function publicHalf(ring: KeyRing): KeyRing {
  const strip = (keys: readonly SigningKey[]) => keys.map(({ kid, public: pem }) => ({ kid, public: pem }));
  return { agent: strip(ring.agent), session: strip(ring.session), secret: [] };
}

export async function readKeyRing(file: string): Promise<KeyRing> {
  try {
    return KeyRing.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new ConfigError(`KEYS_FILE: ${file} is not a readable key ring; create one with "npm run admin -- keys"`, {
      cause,
    });
  }
}

export const writeKeyRing = (file: string, ring: KeyRing): Promise<void> =>
  writeFile(file, `${JSON.stringify(ring, null, 2)}\n`, { mode: 0o600 });
