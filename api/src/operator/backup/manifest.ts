import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { CommandLineError } from '../command.ts';

export const MANIFEST_FILE = 'manifest.json';
export const KEYS_FILE = 'keys.json';
export const tableFileOf = (table: string): string => path.join('tables', `${table}.copy.gz`);

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** What a backup consists of; written last, so that a folder without it is none. */
export const Manifest = z.object({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  tables: z.array(z.object({ name, columns: z.array(name).min(1), rows: z.int(), sha256: Sha256 })),
  sequences: z.array(z.object({ name, value: z.string().regex(/^\d+$/) })),
  /** Days (`YYYY-MM-DD`) of which usage is stored in tables of their own. */
  usage_days: z.array(z.iso.date()),
  /** Null: the keys are kept elsewhere. */
  keys: z.object({ sha256: Sha256 }).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** @throws CommandLineError for a folder that is no backup, or one of which a file is missing or damaged */
export async function readCheckedManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new CommandLineError(`${folder} holds no backup: ${MANIFEST_FILE} is missing`);
  });
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new CommandLineError(`${MANIFEST_FILE} is damaged, or of another version`);
  const { tables, keys } = parsed.data;
  const files = tables.map(({ name: table, sha256 }) => ({ file: tableFileOf(table), sha256 }));
  for (const { file, sha256 } of keys ? [...files, { file: KEYS_FILE, ...keys }] : files) {
    const found = await sha256Of(path.join(folder, file)).catch(() => null);
    if (found !== sha256) throw new CommandLineError(`${file} is ${found === null ? 'missing' : 'damaged'}`);
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
