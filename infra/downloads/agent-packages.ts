import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { fromRoot } from '../local/runtime.ts';

import { bundleAgent, OLDEST_NODE, type AgentBundle } from './agent-bundle.ts';
import { packTarball, packZip, type PackedFile } from './archives.ts';
import type { DownloadFile } from './download-file.ts';

type Platform = {
  readonly system: string;
  /** Of the specification's list: 1 Windows, 2 Linux, 3 macOS. */
  readonly osId: number;
  readonly script: string;
  readonly suffix: 'tar.gz' | 'zip';
};

const PLATFORMS: readonly Platform[] = [
  { system: 'windows', osId: 1, script: 'install.ps1', suffix: 'zip' },
  { system: 'linux', osId: 2, script: 'install.sh', suffix: 'tar.gz' },
  { system: 'macos', osId: 3, script: 'install.sh', suffix: 'tar.gz' },
];

const FOLDER = 'vigil-agent';

/** In the form that `sha256sum --check` reads: what the installers verify before they copy anything. */
const checksumsOf = (files: readonly PackedFile[]): string =>
  files.map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`).join('');

async function filesFor({ system, script }: Platform, bundle: AgentBundle): Promise<PackedFile[]> {
  const source = await readFile(fromRoot('infra/downloads/install', `${system}-${script}`), 'utf8');
  const installed = [
    { name: 'vigil-agent.mjs', content: bundle.program },
    { name: 'package.json', content: bundle.manifest },
    { name: 'package-lock.json', content: bundle.lockfile },
  ];
  return [
    ...installed,
    { name: 'SHA256SUMS', content: checksumsOf(installed) },
    { name: script, content: source.replaceAll('@OLDEST_NODE@', String(OLDEST_NODE)), executable: true },
  ];
}

/** One package for each system that the agent runs on. */
export async function makeAgentPackages(): Promise<DownloadFile[]> {
  const bundle = await bundleAgent();
  return Promise.all(
    PLATFORMS.map(async (platform) => {
      const files = await filesFor(platform, bundle);
      const bytes = platform.suffix === 'zip' ? packZip(FOLDER, files) : await packTarball(FOLDER, files);
      const file_name = `vigil-agent-${platform.system}.${platform.suffix}`;
      return { id: `agent-${platform.system}`, kind: 'agent', dev_os_id: platform.osId, lang: null, file_name, bytes };
    }),
  );
}
