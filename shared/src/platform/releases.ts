import { and, asc, desc, eq, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { UpdateChannel } from '../contract/app-config-rules.ts';
import { MAX_COMMAND_KEY_LINKS } from '../contract/command-signature.ts';
import type { CommandId } from '../contract/ids.ts';
import {
  releaseFileFor,
  releaseSystemOfOs,
  type OfferedReleaseKeys,
  type ReleaseManifest,
  type SignedRelease,
  type UpdateCommandArgs,
} from '../contract/release.ts';
import { isOlderVersion } from '../contract/versions.ts';
import type { ReadTx } from './db/client.ts';
import { agentReleaseChunks, agentReleases, releaseKeys } from './db/schema/releases.ts';

/**
 * A release that is published. `stored` has the hashes of the packages that are there: those of old releases were
 * deleted.
 */
export interface TrustedRelease extends SignedRelease {
  readonly stored: ReadonlySet<string>;
}

/** A file is stored in one transaction, so that it is there when its first bytes are. */
async function selectStored(tx: ReadTx): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ sha256: agentReleaseChunks.sha256 })
    .from(agentReleaseChunks)
    .where(eq(agentReleaseChunks.at, 0));
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The newest published releases, first; without those of a key that was retired, which no agent installs. */
export async function selectTrustedPublishedReleases(tx: ReadTx): Promise<TrustedRelease[]> {
  const stored = await selectStored(tx);
  const retired = tx.select({ keyId: releaseKeys.keyId }).from(releaseKeys).where(isNotNull(releaseKeys.retiredAt));
  const rows = await tx
    .select()
    .from(agentReleases)
    .where(and(isNull(agentReleases.withdrawnAt), notInArray(agentReleases.keyId, retired)));
  return rows
    .map(({ manifest, keyId, signature }) => ({ manifest, key_id: keyId, signature, stored }))
    .toSorted((a, b) => (isOlderVersion(a.manifest.version, b.manifest.version) ? 1 : -1));
}

const reaches = (channel: UpdateChannel, { channel: of }: ReleaseManifest): boolean =>
  of === 'stable' || channel === 'beta';

interface SystemOfDevice {
  readonly osId: number;
  readonly arch: string | null;
}

/** Whether a release has a package for the system of a device. `deleted`: it had one, which is not there any more. */
export function packageAvailabilityForDevice(
  { manifest, stored }: TrustedRelease,
  { osId, arch }: SystemOfDevice,
): 'stored' | 'deleted' | 'none' {
  const file = releaseFileFor(manifest, { os: releaseSystemOfOs[osId], arch });
  if (file === undefined) return 'none';
  return stored.has(file.sha256) ? 'stored' : 'deleted';
}

/**
 * The newest release of a channel for the system of a device. Those on `beta` get stable ones as well. `releases` begin
 * with the newest.
 */
export const newestReleaseForDevice = (
  releases: readonly TrustedRelease[],
  device: SystemOfDevice,
  channel: UpdateChannel = 'stable',
): TrustedRelease | undefined =>
  releases.find(
    (release) => reaches(channel, release.manifest) && packageAvailabilityForDevice(release, device) === 'stored',
  );

/** Those that are published, by version. */
export type PublishedReleases = ReadonlyMap<string, TrustedRelease>;

/** The trusted releases, by version. */
export const readTrustedReleases = async (tx: ReadTx): Promise<PublishedReleases> =>
  new Map((await selectTrustedPublishedReleases(tx)).map((release) => [release.manifest.version, release]));

/** The arguments of the update of a device. */
export const updateJobFor = (id: CommandId, { manifest, key_id, signature }: SignedRelease): UpdateCommandArgs => ({
  version: manifest.version,
  path: `/agents/releases/${id}`,
  release: { manifest, key_id, signature },
});

/** The release keys that agents are offered, newest first, with the newest links. */
export async function selectReleaseKeys(tx: ReadTx): Promise<OfferedReleaseKeys> {
  const rows = await tx.select().from(releaseKeys).orderBy(desc(releaseKeys.createdAt));
  if (rows.length === 0) return {};
  return {
    release_keys: rows
      .filter(({ retiredAt }) => retiredAt === null)
      .map(({ keyId, publicKey }) => ({ key_id: keyId, public_key: publicKey })),
    release_key_links: rows
      .flatMap(({ keyId, publicKey, signedBy, signature }) =>
        signedBy === null || signature === null
          ? []
          : [{ key_id: keyId, public_key: publicKey, signed_by: signedBy, signature }],
      )
      .slice(0, MAX_COMMAND_KEY_LINKS),
  };
}

/** The next bytes of a package from an offset, at most to the end of their piece; undefined when there are none. */
export async function readReleaseBytes(tx: ReadTx, sha256: string, from: number): Promise<Buffer | undefined> {
  const [row] = await tx
    .select({ at: agentReleaseChunks.at, data: agentReleaseChunks.data })
    .from(agentReleaseChunks)
    .where(and(eq(agentReleaseChunks.sha256, sha256), eq(agentReleaseChunks.at, from - (from % RELEASE_CHUNK_BYTES))))
    .orderBy(asc(agentReleaseChunks.at));
  return row?.data.subarray(from - row.at);
}

/** Each piece but the last has this size. */
export const RELEASE_CHUNK_BYTES = 1_048_576;
