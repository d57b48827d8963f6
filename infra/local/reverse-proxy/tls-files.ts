import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { LocalConfig } from '../config.ts';
import { reasonOf } from '../reason-of.ts';
import { StartProblem } from '../start-problem.ts';

export async function assertTlsFiles(config: LocalConfig): Promise<void> {
  if (config.TLS_CERT === undefined || config.TLS_KEY === undefined) return;
  const [cert, key] = await Promise.all([read('TLS_CERT', config.TLS_CERT), read('TLS_KEY', config.TLS_KEY)]);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartProblem(`TLS_CERT and TLS_KEY do not work together: ${reasonOf(error)}`);
  }
}

async function read(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new StartProblem(`${name}=${file} cannot be read: ${reasonOf(error)}`);
  }
}
