import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A Lua script that Redis runs as one step; `K` and `A` are the names of its keys and arguments. */
export interface Script<K extends string = string, A extends string = string> {
  readonly keys: readonly K[];
  readonly args: readonly A[];
  readonly source: string;
  /** The SHA-1 digest of the source, which EVALSHA takes. */
  readonly sha: string;
}

/** What a script runs with. */
export interface ScriptInput<K extends string = string, A extends string = string> {
  readonly keys: Readonly<Record<K, string>>;
  readonly args: Readonly<Record<A, string | number | Buffer>>;
  /** Arguments without a name, as many as there are. */
  readonly more?: readonly string[];
}

/** Reads functions that several scripts use. */
export const readLua = (file: URL): string => readFileSync(file, 'utf8');

/**
 * Reads a script. In its file the keys and arguments are local variables by their names, and `first_more` is the index
 * in ARGV of the first argument without a name.
 * @param file beside the declaring module; the bundles lie beside copies of all of them
 */
export function loadLuaScript<const K extends string, const A extends string = never>(
  file: URL,
  { uses = [], keys, args = [] }: { uses?: readonly string[]; keys: readonly K[]; args?: readonly A[] },
): Script<K, A> {
  const source = [
    ...keys.map((name, i) => `local ${name} = KEYS[${i + 1}]`),
    ...args.map((name, i) => `local ${name} = ARGV[${i + 1}]`),
    `local first_more = ${args.length + 1}`,
    ...uses,
    readLua(file),
  ].join('\n');
  return { keys, args, source, sha: createHash('sha1').update(source).digest('hex') };
}
