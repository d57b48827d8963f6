import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentBundle } from '@vigil/infra/downloads/agent-bundle';
import { makeNoarchPackage } from '@vigil/infra/downloads/agent-packages';
import { onTestFinished } from 'vitest';
import type { Stack } from '../../support/stack.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-update-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A package for this system. It has no Node of its own, unlike those that are released, so that it is made at once. */
export const ownPackage = async (bundle: AgentBundle): Promise<Buffer> =>
  (await makeNoarchPackage('linux', bundle)).bytes;

/** Who makes releases: with a key that no server has. */
export async function createVendor({ operator }: Stack) {
  const key = path.join(await temporaryFolder(), 'release-key.json');
  await operator.json(['keys', 'release', '--out', key]);
  await operator.json(['release', 'trust', key.replace('.json', '.public.json')]);
  return {
    /** `packages` by system and processor: `linux-x64`. */
    async publish(version: string, packages: Readonly<Record<string, Buffer>>) {
      const folder = await temporaryFolder();
      for (const [system, bytes] of Object.entries(packages))
        await writeFile(path.join(folder, `vigil-agent-${system}.tar.gz`), bytes);
      await operator.json(['release', 'sign', folder, '--key', key, '--release-version', version]);
      await operator.json(['release', 'publish', folder]);
    },
  };
}
