import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { MAX_COMMAND_KEYS } from '../contract/command-signature.ts';
import { signKeySuccession } from './command-keys.ts';
import { ConfigError } from './config.ts';

const Key = z.object({ kid: z.string(), public: z.string(), private: z.string().optional() });

/** 32 bytes in base64, for encryption at rest. */
const SymmetricKey = z.object({ kid: z.string(), key: z.base64().length(44) });

/**
 * A key of commands. The one before it has signed it, except the first; a retired one keeps its public half for that
 * chain.
 */
const RingCommandKey = Key.extend({
  signed_by: z.string().optional(),
  signature: z.string().optional(),
  retired_at: z.iso.datetime().optional(),
});

/**
 * The first key of a list signs, all of them verify, so that a rotation invalidates no token. The first `secret` key
 * encrypts, all of them decrypt; so it is with `frame`, whose public half encrypts. Rings of older versions have no
 * keys for secrets, commands or frames.
 */
const KeyRing = z.object({
  agent: z.array(Key).min(1),
  session: z.array(Key).min(1),
  secret: z.array(SymmetricKey).default([]),
  command: z.array(RingCommandKey).default([]),
  /** For stored frames of screens (`frame-sealing.ts`). */
  frame: z.array(Key).default([]),
  /** For addresses and secrets of channels, which workers read. */
  channel: z.array(SymmetricKey).default([]),
});
export type KeyRing = Readonly<z.infer<typeof KeyRing>>;
export type RingKey = z.infer<typeof Key>;
export type SymmetricKey = z.infer<typeof SymmetricKey>;
export type RingCommandKey = z.infer<typeof RingCommandKey>;

const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;

const keyOf = (pair: { publicKey: string; privateKey: string }): RingKey => ({
  kid: randomUUID().slice(0, 8),
  public: pair.publicKey,
  private: pair.privateKey,
});

export const createEd25519KeyPair = (): RingKey =>
  keyOf(generateKeyPairSync('ed25519', { publicKeyEncoding, privateKeyEncoding }));
const createFrameKey = (): RingKey => keyOf(generateKeyPairSync('x25519', { publicKeyEncoding, privateKeyEncoding }));

const createSecretKey = (): SymmetricKey => ({
  kid: randomUUID().slice(0, 8),
  key: randomBytes(32).toString('base64'),
});

export const createKeyRing = (): KeyRing => ({
  agent: [createEd25519KeyPair()],
  session: [createEd25519KeyPair()],
  secret: [createSecretKey()],
  command: [createEd25519KeyPair()],
  frame: [createFrameKey()],
  channel: [createSecretKey()],
});

/**
 * Prepends a command key that the newest valid one has signed. The valid ones stay so until they are retired.
 * @throws Error when no private half of a valid one is there, or when agents would refuse the keys because they are too
 *   many
 */
export function addCommandKey(ring: KeyRing): KeyRing {
  if (ring.command.length === 0) return { ...ring, command: [createEd25519KeyPair()] };
  const current = ring.command.find((key) => key.retired_at === undefined && key.private !== undefined);
  if (!current) throw new Error('no valid command key with a private half could sign the new one');
  if (ring.command.filter((key) => key.retired_at === undefined).length >= MAX_COMMAND_KEYS)
    throw new Error(`agents take at most ${MAX_COMMAND_KEYS} valid command keys: retire one first`);
  const next = createEd25519KeyPair();
  return { ...ring, command: [{ ...next, ...signKeySuccession(current, next) }, ...ring.command] };
}

/**
 * From now on commands of this key are refused. Its private half is removed.
 * @throws Error when there is no such key, or no other one that is valid
 */
export function retireCommandKey(ring: KeyRing, { kid, at }: { kid: string; at: Date }): KeyRing {
  const isOther = (key: RingCommandKey) => key.kid !== kid && key.retired_at === undefined;
  if (!ring.command.some((key) => key.kid === kid)) throw new Error(`there is no command key ${kid}`);
  if (!ring.command.some(isOther)) throw new Error('the last valid command key cannot be retired: add another first');
  const retire = ({ private: _private, ...key }: RingCommandKey) => ({
    ...key,
    retired_at: key.retired_at ?? at.toISOString(),
  });
  return { ...ring, command: ring.command.map((key) => (key.kid === kid ? retire(key) : key)) };
}

/**
 * Prepends new keys. The current signing keys verify until the next rotation; all secret keys are kept, because stored
 * values remain encrypted with them. Frames are stored for a day at most: the frame key before is enough.
 */
export const rotateKeyRing = (ring: KeyRing): KeyRing => ({
  agent: [createEd25519KeyPair(), ...ring.agent.slice(0, 1)],
  session: [createEd25519KeyPair(), ...ring.session.slice(0, 1)],
  secret: [createSecretKey(), ...ring.secret],
  command: addCommandKey(ring).command,
  frame: [createFrameKey(), ...ring.frame.slice(0, 1)],
  channel: [createSecretKey(), ...ring.channel],
});

/** Adds the lists that a ring of an older version lacks. Signing keys are kept, so that sessions remain valid. */
export function addMissingKeys(ring: KeyRing): KeyRing {
  const { secret, command, frame, channel } = ring;
  if ([secret, command, frame, channel].every((keys) => keys.length > 0)) return ring;
  return {
    ...ring,
    secret: secret.length > 0 ? secret : [createSecretKey()],
    command: command.length > 0 ? command : [createEd25519KeyPair()],
    frame: frame.length > 0 ? frame : [createFrameKey()],
    channel: channel.length > 0 ? channel : [createSecretKey()],
  };
}

const withoutPrivate = (keys: readonly RingCommandKey[]): RingCommandKey[] =>
  keys.map(({ private: _private, ...key }) => key);

/**
 * The ring without private and secret keys, for gateways, which verify and never sign. They tell agents which command
 * keys are valid.
 */
export function publicKeyRing(ring: KeyRing): KeyRing {
  const strip = (keys: readonly RingKey[]) => keys.map(({ kid, public: half }) => ({ kid, public: half }));
  return {
    agent: strip(ring.agent),
    session: strip(ring.session),
    secret: [],
    command: withoutPrivate(ring.command),
    frame: strip(ring.frame),
    channel: [],
  };
}

/** The ring for workers, which sign the commands that they originate, and send what channels are told. */
export const workerKeyRing = (ring: KeyRing): KeyRing => ({
  ...publicKeyRing(ring),
  command: ring.command,
  channel: ring.channel,
});

export async function readKeyRing(file: string): Promise<KeyRing> {
  try {
    return KeyRing.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new ConfigError(`KEYS_FILE: ${file} is not a readable key ring; create one with "npm run admin -- keys"`, {
      cause,
    });
  }
}

/**
 * The ring of a gateway, which is what an attacker reaches first (CMD-8).
 * @throws ConfigError when the file holds what only API or workers may have
 */
export async function readGatewayKeyRing(file: string): Promise<KeyRing> {
  const ring = await readKeyRing(file);
  const { agent, session, command, frame } = ring;
  const hasPrivate = [...agent, ...session, ...command, ...frame].some((key) => key.private !== undefined);
  if (hasPrivate || ring.secret.length + ring.channel.length > 0)
    throw new ConfigError(
      `KEYS_FILE: ${file} holds private keys; gateways get the file beside it that ends in ".public.json"`,
    );
  return ring;
}

/**
 * Writes the ring, so that after a power failure either the former one or this one is there. `mode: 'create'` replaces
 * none.
 * @throws Error with code `EEXIST` where there is a file already
 */
export async function writeKeyRing(file: string, ring: KeyRing, mode: 'create' | 'replace' = 'replace'): Promise<void> {
  const draft = `${file}.${randomUUID().slice(0, 8)}.new`;
  try {
    await writeFile(draft, `${JSON.stringify(ring, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Unlike a rename, a link does not replace a file.
    await (mode === 'create' ? link : rename)(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
