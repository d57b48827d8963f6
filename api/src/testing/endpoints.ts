import { readdir } from 'node:fs/promises';
import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';

const CONTRACT = new URL('../../../shared/src/contract/http/', import.meta.url);

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value;

export const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

/** Every endpoint that the contract declares, by name; a file that is added to it is found by itself. */
export async function declaredEndpoints(): Promise<ReadonlyMap<string, AnyEndpoint>> {
  const files = (await readdir(CONTRACT)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map(async (file) => (await import(new URL(file, CONTRACT).href)) as Record<string, unknown>),
  );
  const endpoints = modules.flatMap((module) => Object.values(module).filter(isEndpoint));
  return new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));
}
