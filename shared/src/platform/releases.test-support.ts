import type { UpdateChannel } from '../contract/app-config-rules.ts';
import type { ReleaseArch } from '../contract/release.ts';
import type { Tx } from './db/client.ts';
import { agentReleaseChunks, agentReleases } from './db/schema/releases.ts';

const SHA256 = 'a'.repeat(64);

/** A published release for Linux. No agent installs it: its signature is of no key. */
export const releaseRow = (
  version: string,
  { channel = 'stable', arch = 'x64' }: { channel?: UpdateChannel; arch?: ReleaseArch } = {},
): typeof agentReleases.$inferInsert => ({
  version,
  channel,
  keyId: 'key',
  signature: `${'A'.repeat(86)}==`,
  manifest: {
    version,
    channel,
    created_at: '2026-01-01T00:00:00.000Z',
    files: [{ os: 'linux', arch, file_name: 'vigil-agent-linux-x64.tar.gz', size: 1, sha256: SHA256 }],
  },
});

/** The package of all of them. */
export const packageRow: typeof agentReleaseChunks.$inferInsert = { sha256: SHA256, at: 0, data: Buffer.of(0) };

/** Publishes releases, with their package. */
export async function insertReleases(tx: Tx, rows: readonly (typeof agentReleases.$inferInsert)[]): Promise<void> {
  await tx.insert(agentReleaseChunks).values(packageRow).onConflictDoNothing();
  await tx.insert(agentReleases).values([...rows]);
}
