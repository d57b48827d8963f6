import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import {
  commandKeyFields,
  commandKeySuccessionText,
  MAX_COMMAND_KEY_LINKS,
  MAX_COMMAND_KEYS,
} from '../contract/command-signature.ts';
import { CommandId, DeviceGuid } from '../contract/ids.ts';
import { offeredCommandKeys } from './command-keys.ts';
import { createCommandSigner } from './command-signer.ts';
import {
  addCommandKey,
  createKeyRing,
  publicKeyRing,
  readGatewayKeyRing,
  retireCommandKey,
  rotateKeyRing,
  workerKeyRing,
  writeKeyRing,
  type KeyRing,
} from './key-ring.ts';

const command = () => ({
  id: CommandId.parse(randomUUID()),
  guid: DeviceGuid.parse(randomUUID()),
  type: 'process_end' as const,
  args: { pid: 7, name: 'é' },
  deadline: new Date('2026-05-01T00:00:00.123Z'),
});

/** The public key as agents rebuild it from its 32 bytes. */
const publicKeyOf = (raw: string) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(raw, 'base64')]),
    format: 'der',
    type: 'spki',
  });

// Examples of RFC 8785, appendix B and section 3.2.3.
test.each<[string, unknown, string]>([
  [
    'numbers',
    [JSON.parse('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0],
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  ],
  ['texts', '\u20ac$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  ['literals', [null, true, false], '[null,true,false]'],
  [
    'the order of names, by UTF-16 code units',
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 },
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
])('arguments have one canonical form: %s', (_name, value, expected) => {
  expect(canonicalize(value)).toBe(expected);
});

test('[CMD-8] the signature is that of the design, over exactly this command', async () => {
  const ring = createKeyRing();
  const one = command();
  const { key_id, signature } = await createCommandSigner(ring.command).sign(one);
  const hash = createHash('sha256').update('{"name":"é","pid":7}').digest('hex');
  const text = `vigil-command|${one.id}|${one.guid}|process_end|${hash}|${one.deadline.getTime()}`;
  const [key] = offeredCommandKeys(ring.command).command_keys;
  expect(key?.key_id).toBe(key_id);
  expect(verify(null, Buffer.from(text), publicKeyOf(key!.public_key), Buffer.from(signature, 'base64'))).toBe(true);
});

test('[CMD-8] what was altered, and what another key has signed, does not verify', async () => {
  const signer = createCommandSigner(createKeyRing().command);
  const one = command();
  const made = await signer.sign(one);
  expect(await signer.verifies({ ...one, args: { name: 'é', pid: 7 } }, made)).toBe(true);
  const altered = [
    { ...one, args: { pid: 8, name: 'é' } },
    { ...one, guid: DeviceGuid.parse(randomUUID()) },
    { ...one, type: 'reboot' as const },
    { ...one, deadline: new Date(one.deadline.getTime() + 1) },
  ];
  for (const other of altered) expect(await signer.verifies(other, made)).toBe(false);
  expect(await createCommandSigner(createKeyRing().command).verifies(one, made)).toBe(false);
  expect(await signer.verifies(one, { ...made, signature: '' })).toBe(false);
});

test('[CMD-9] a new key is signed by the current one; a retired one signs and verifies nothing', async () => {
  const first = createKeyRing();
  const [old] = first.command;
  const both = addCommandKey(first);
  const made = await createCommandSigner(first.command).sign(command());
  const { command_keys: keys, command_key_links: links } = offeredCommandKeys(both.command);
  expect(keys.map(({ key_id }) => key_id)).toEqual(both.command.map(({ kid }) => kid));
  expect(links).toMatchObject([{ key_id: both.command[0]?.kid, signed_by: old?.kid }]);
  const linked = verify(
    null,
    Buffer.from(commandKeySuccessionText(keys[0]!)),
    publicKeyOf(keys[1]!.public_key),
    Buffer.from(links[0]!.signature, 'base64'),
  );
  expect(linked).toBe(true);

  const one = command();
  const byOld = await createCommandSigner(first.command).sign(one);
  expect(await createCommandSigner(both.command).verifies(one, byOld)).toBe(true);
  const after = retireCommandKey(both, { kid: old!.kid, at: new Date() });
  expect(await createCommandSigner(after.command).verifies(one, byOld)).toBe(false);
  expect((await createCommandSigner(after.command).sign(one)).key_id).not.toBe(made.key_id);
  expect(after.command[1]?.private).toBeUndefined();
  expect(offeredCommandKeys(after.command).command_keys.map(({ key_id }) => key_id)).not.toContain(old?.kid);
  expect(() => retireCommandKey(after, { kid: after.command[0]!.kid, at: new Date() })).toThrow('last valid');
  expect(() => createCommandSigner([after.command[1]!])).toThrow('KEYS_FILE');
});

test('[CMD-9] after the newest key was retired, the newest valid one signs the next', async () => {
  const both = addCommandKey(createKeyRing());
  const [newest, old] = both.command;
  const next = addCommandKey(retireCommandKey(both, { kid: newest!.kid, at: new Date() }));
  expect(next.command[0]).toMatchObject({ signed_by: old!.kid });
  const one = command();
  expect((await createCommandSigner(next.command).sign(one)).key_id).toBe(next.command[0]!.kid);
});

test('[CMD-9] a key that would make the keys too many for agents is refused, and a retirement makes room', () => {
  let ring = createKeyRing();
  for (let i = 1; i < MAX_COMMAND_KEYS; i += 1) ring = rotateKeyRing(ring);
  expect(z.object(commandKeyFields).safeParse(offeredCommandKeys(ring.command)).success).toBe(true);
  expect(() => addCommandKey(ring)).toThrow('retire one first');
  expect(() => rotateKeyRing(ring)).toThrow('retire one first');
  const after = addCommandKey(retireCommandKey(ring, { kid: ring.command.at(-1)!.kid, at: new Date() }));
  expect(z.object(commandKeyFields).safeParse(offeredCommandKeys(after.command)).success).toBe(true);
});

test('[CMD-9] after more rotations than agents take links of, they are offered the newest', () => {
  let ring = createKeyRing();
  for (let i = 0; i <= MAX_COMMAND_KEY_LINKS; i += 1)
    ring = retireCommandKey(addCommandKey(ring), { kid: ring.command[0]!.kid, at: new Date() });
  const offered = offeredCommandKeys(ring.command);
  expect(z.object(commandKeyFields).safeParse(offered).success).toBe(true);
  expect(offered.command_key_links[0]?.key_id).toBe(ring.command[0]?.kid);
});

test('[CMD-8] gateways have no private key, and do not start with one; workers have none of sessions', async () => {
  const ring = createKeyRing();
  const folder = await mkdtemp(join(tmpdir(), 'vigil-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = async (name: string, one: KeyRing) => {
    await writeKeyRing(join(folder, name), one);
    return join(folder, name);
  };
  expect(await readGatewayKeyRing(await write('public', publicKeyRing(ring)))).toEqual(publicKeyRing(ring));
  for (const [name, one] of Object.entries({ all: ring, workers: workerKeyRing(ring) }))
    await expect(readGatewayKeyRing(await write(name, one))).rejects.toThrow('private keys');

  expect(publicKeyRing(ring).command.map(({ kid }) => kid)).toEqual(ring.command.map(({ kid }) => kid));
  expect(JSON.stringify(publicKeyRing(ring))).not.toContain('PRIVATE');
  const half = workerKeyRing(ring);
  expect(half).toMatchObject({ secret: [], command: ring.command });
  expect([...half.agent, ...half.session].some((key) => key.private !== undefined)).toBe(false);
});
