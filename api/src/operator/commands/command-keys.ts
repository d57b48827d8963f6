import { addCommandKey, readKeyRing, retireCommandKey, type RingCommandKey } from '@vigil/shared/platform/key-ring';
import * as z from 'zod';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { writeKeyRingFiles } from '../key-files.ts';
import type { OperatorDeps } from '../operator.ts';

const options = { '--file <file>': 'key file (default: that of KEYS_FILE, or keys.json)' } as const;
const file = z.string().min(1).optional();

const fileOf = (input: { file?: string | undefined }, { env }: OperatorDeps): string =>
  input.file ?? env['KEYS_FILE'] ?? 'keys.json';

const stateOf = (key: RingCommandKey, signing: RingCommandKey | undefined): string => {
  if (key.retired_at !== undefined) return `retired ${key.retired_at}`;
  return key === signing ? 'signs' : 'valid';
};

const rowsOf = (keys: readonly RingCommandKey[]) => {
  const signing = keys.find((key) => key.retired_at === undefined);
  return keys.map((key) => ({ key_id: key.kid, state: stateOf(key, signing), signed_by: key.signed_by ?? null }));
};

/**
 * Servers read their keys when they start, so a change takes effect with a restart of the API, the workers and the
 * gateways.
 */
export const commandKeyCommands: readonly OperatorCommand[] = [
  defineOperatorCommand({
    name: 'command-keys list',
    summary: 'list the keys that sign commands, newest first',
    options,
    input: z.object({ file }),
    run: async (input, operator) => rowsOf((await readKeyRing(fileOf(input, operator))).command),
  }),
  defineOperatorCommand({
    name: 'command-keys add',
    summary: 'add a key, signed by the current one; both are valid until one is retired',
    options,
    input: z.object({ file }),
    async run(input, operator) {
      const path = fileOf(input, operator);
      const ring = addCommandKey(await readKeyRing(path));
      await writeKeyRingFiles(path, ring);
      return rowsOf(ring.command);
    },
  }),
  defineOperatorCommand({
    name: 'command-keys retire',
    summary: 'retire a key: after a restart of the servers, commands that it has signed never run again',
    args: ['key'],
    options,
    input: z.object({ file, key: z.string().min(1) }),
    async run(input, operator) {
      const path = fileOf(input, operator);
      const ring = retireCommandKey(await readKeyRing(path), { kid: input.key, at: new Date(operator.now()) });
      await writeKeyRingFiles(path, ring);
      return rowsOf(ring.command);
    },
  }),
];
