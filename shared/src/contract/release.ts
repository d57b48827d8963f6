import * as z from 'zod';
import { AgentHandshake } from './agent-handshake.ts';
import { updateChannels } from './app-config-rules.ts';
import { Sha256 } from './application.ts';
import {
  CommandKey,
  CommandKeyLink,
  MAX_COMMAND_KEY_LINKS,
  MAX_COMMAND_KEYS,
  Signature,
  type OfferedCommandKeys,
} from './command-signature.ts';

export const releaseSystems = ['windows', 'linux', 'macos'] as const;
export type ReleaseSystem = (typeof releaseSystems)[number];

/** As Node names them. */
export const releaseArchs = ['x64', 'arm64'] as const;
export type ReleaseArch = (typeof releaseArchs)[number];

/** Of the specification's list of systems: 1 Windows, 2 Linux, 3 macOS. */
export const releaseSystemOfOs: Readonly<Record<number, ReleaseSystem | undefined>> = {
  1: 'windows',
  2: 'linux',
  3: 'macos',
};

export const ReleaseVersion = z.string().regex(/^\d{1,5}(\.\d{1,5}){1,3}$/);

/** The package of the agent for a system and processor. Fields that a later version adds are kept: they are signed. */
export const ReleaseFile = z.looseObject({
  os: z.enum(releaseSystems),
  arch: z.enum(releaseArchs),
  file_name: z.string().regex(/^[\w.-]{1,100}$/),
  /** Bytes. */
  size: z.int().positive().max(500_000_000),
  sha256: Sha256,
});
export type ReleaseFile = z.infer<typeof ReleaseFile>;

/** What a version of the agent consists of. */
export const ReleaseManifest = z.looseObject({
  version: ReleaseVersion,
  channel: z.enum(updateChannels),
  created_at: z.iso.datetime(),
  files: z.array(ReleaseFile).min(1).max(12),
});
export type ReleaseManifest = z.infer<typeof ReleaseManifest>;

/** A manifest with the signature of an offline release key (decision 69). */
export const SignedRelease = z.object({
  manifest: ReleaseManifest,
  key_id: CommandKey.shape.key_id,
  signature: Signature,
});
export type SignedRelease = z.infer<typeof SignedRelease>;

/** The text whose UTF-8 a release key signs: the manifest in its canonical form (RFC 8785). */
export const releaseSigningText = (canonicalManifest: string): string => `vigil-release|${canonicalManifest}`;

/** The text with which a release key names its successor. */
export const releaseKeyLinkText = ({ key_id, public_key }: CommandKey): string =>
  `vigil-release-key|${key_id}|${public_key}`;

/** What enrolment and renewal answer beside the keys of commands; a server without a release key sends none. */
export const releaseKeyFields = {
  release_keys: z.array(CommandKey).max(MAX_COMMAND_KEYS).optional(),
  release_key_links: z.array(CommandKeyLink).max(MAX_COMMAND_KEY_LINKS).optional(),
};
export type OfferedReleaseKeys = z.infer<z.ZodObject<typeof releaseKeyFields>>;

/** The same shape as the keys of commands have, for which one set of rules holds. */
export const toOfferedCommandKeys = ({ release_keys, release_key_links }: OfferedReleaseKeys): OfferedCommandKeys => ({
  command_keys: release_keys,
  command_key_links: release_key_links,
});

/**
 * What an agent is told: the release that it shall run. `path`, below the API's base, answers the file of its system to
 * the device of the command only. What the file has to be is said by the signed manifest.
 */
export const UpdateCommandArgs = z.object({
  version: ReleaseVersion,
  path: z.string().regex(/^\/agents\/releases\/[0-9a-f-]{36}$/),
  release: SignedRelease,
});
export type UpdateCommandArgs = z.infer<typeof UpdateCommandArgs>;

/** What an agent asks a package with: a proof of its key, and from which byte on. */
export const ReleaseRequest = AgentHandshake.extend({ offset: z.int().nonnegative().default(0) });

/** The file for a system and processor. */
export const releaseFileFor = (
  { files }: ReleaseManifest,
  { os, arch }: { readonly os: ReleaseSystem | undefined; readonly arch: string | null },
): ReleaseFile | undefined => files.find((file) => file.os === os && file.arch === arch);
