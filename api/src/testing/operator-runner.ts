import path from 'node:path';
import { expect } from 'vitest';
import { runOperator } from '../operator/program.ts';
import type { TestApi } from './test-api.ts';

export interface OperatorResult {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/**
 * Runs command lines of the operator beside an API: words of `line` are separated by spaces, those of `more` may have
 * some.
 */
export function createOperatorRunner(api: TestApi, folder: string) {
  async function run(line: string, ...more: string[]): Promise<OperatorResult> {
    let [out, error] = ['', ''];
    const env = {
      DATABASE_URL: api.database.url,
      REDIS_URL: api.redis.url,
      PUBLIC_URL: 'https://vigil.test',
      KEYS_FILE: path.join(folder, 'keys.json'),
    };
    const code = await runOperator([...line.split(' '), ...more], env, {
      out: (text) => (out += text),
      error: (text) => (error += text),
    });
    return { code, out, error };
  }

  /** The answer of a command that succeeds. */
  async function json<T = Record<string, unknown>>(line: string, ...more: string[]): Promise<T> {
    const { code, out, error } = await run(line, ...more, '--json');
    expect([code, error]).toEqual([0, '']);
    expect(out.trim()).not.toContain('\n');
    return JSON.parse(out) as T;
  }

  return { run, json };
}
