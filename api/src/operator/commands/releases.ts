import { createHash } from 'node:crypto';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { updateChannels } from '@vigil/shared/contract/app-config-rules';
import { MAX_COMMAND_KEYS } from '@vigil/shared/contract/command-signature';
import {
  releaseArchs,
  releaseSystems,
  ReleaseManifest,
  ReleaseVersion,
  SignedRelease,
  type ReleaseFile,
} from '@vigil/shared/contract/release';
import type { Tx } from '@vigil/shared/platform/db/client';
import { agentReleaseChunks, agentReleases, releaseKeys } from '@vigil/shared/platform/db/schema/releases';
import {
  createReleaseKey,
  isGenuineRelease,
  isKnownSuccessor,
  publicReleaseKeyOf,
  PublicReleaseKey,
  PrivateReleaseKeyFile,
  signRelease,
} from '@vigil/shared/platform/release-signing';
import {
  RELEASE_CHUNK_BYTES,
  selectReleaseKeys,
  selectTrustedPublishedReleases,
} from '@vigil/shared/platform/releases';
import { eq, notInArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import { defineOperatorCommand, CommandLineError, type OperatorCommand } from '../command.ts';

const MANIFEST = 'release.json';

/**
 * Packages that are kept of each channel, system and processor: the one that is offered, and those after a withdrawal.
 */
const KEPT_PACKAGES = 3;

const PACKAGE = new RegExp(
  `^vigil-agent-(?<os>${releaseSystems.join('|')})-(?<arch>${releaseArchs.join('|')})\\.tar\\.gz$`,
  'u',
);

async function readJson<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new CommandLineError(
      `${file} cannot be read: ${cause instanceof z.ZodError ? 'it has another content' : reasonOf(cause)}`,
    );
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const writeJson = (file: string, value: unknown, mode: number): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`, { mode, flag: 'wx' });

const publicFileOf = (file: string): string => {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.public${ext}`);
};

/** Reads a package piece by piece: it does not have to fit into memory. */
async function* piecesOf(file: string): AsyncGenerator<Buffer> {
  await using handle = await open(file);
  for (;;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(RELEASE_CHUNK_BYTES), 0, RELEASE_CHUNK_BYTES);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function describe(
  folder: string,
  file_name: string,
): Promise<Pick<ReleaseFile, 'file_name' | 'size' | 'sha256'>> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of piecesOf(path.join(folder, file_name))) {
    hash.update(piece);
    size += piece.length;
  }
  return { file_name, size, sha256: hash.digest('hex') };
}

/** The version that `pack:agents` has noted beside the packages. */
const packedVersion = async (folder: string): Promise<string> =>
  (await readJson(path.join(folder, 'downloads.json'), z.object({ version: ReleaseVersion }))).version;

/** The packages of a folder, as `pack:agents` names them. */
async function findPackages(folder: string): Promise<ReleaseFile[]> {
  const names = (await readdir(folder)).toSorted();
  const files = names.flatMap((name) => {
    const { os, arch } = PACKAGE.exec(name)?.groups ?? {};
    return os === undefined || arch === undefined ? [] : [{ os, arch, name }];
  });
  if (files.length === 0) throw new CommandLineError(`${folder} has no package such as vigil-agent-linux-x64.tar.gz`);
  return Promise.all(
    files.map(async ({ os, arch, name }) => ({ os, arch, ...(await describe(folder, name)) }) as ReleaseFile),
  );
}

/**
 * Adds a key that agents are offered.
 * @throws CommandLineError when no key that they may know has signed it, or they would refuse so many
 */
async function trust(tx: Tx, key: PublicReleaseKey): Promise<void> {
  const known = (await selectReleaseKeys(tx)).release_keys ?? [];
  if (known.some(({ key_id }) => key_id === key.key_id)) return;
  if (known.length > 0 && !isKnownSuccessor(key, known))
    throw new CommandLineError('no release key that is in use has signed this one, so that no agent would accept it');
  if (known.length >= MAX_COMMAND_KEYS)
    throw new CommandLineError(`agents take at most ${MAX_COMMAND_KEYS} release keys: distrust one first`);
  await tx.insert(releaseKeys).values({
    keyId: key.key_id,
    publicKey: key.public_key,
    signedBy: key.signed_by ?? null,
    signature: key.signature ?? null,
  });
}

async function storeFile(tx: Tx, folder: string, { file_name, sha256, size }: ReleaseFile): Promise<void> {
  const found = await describe(folder, file_name);
  if (found.sha256 !== sha256 || found.size !== size)
    throw new CommandLineError(`${file_name} is not the file that was signed`);
  let at = 0;
  for await (const data of piecesOf(path.join(folder, file_name))) {
    await tx.insert(agentReleaseChunks).values({ sha256, at, data }).onConflictDoNothing();
    at += data.length;
  }
}

function keptFiles(releases: readonly SignedRelease[]): ReleaseFile[] {
  const files = releases.flatMap(({ manifest: { channel, files: own } }) => own.map((file) => ({ channel, file })));
  const groups = Map.groupBy(files, ({ channel, file: { os, arch } }) => `${channel} ${os} ${arch}`);
  return [...groups.values()].flatMap((group) => group.slice(0, KEPT_PACKAGES).map(({ file }) => file));
}

const forgetOldPackages = async (tx: Tx): Promise<void> => {
  const hashes = keptFiles(await selectTrustedPublishedReleases(tx)).map(({ sha256 }) => sha256);
  if (hashes.length > 0) await tx.delete(agentReleaseChunks).where(notInArray(agentReleaseChunks.sha256, hashes));
};

export const releaseCommands: readonly OperatorCommand[] = [
  defineOperatorCommand({
    name: 'keys release',
    summary: 'create a key that signs releases of the agent; keep the file offline, away from every server',
    options: {
      '--out <file>': 'file of the private key (default: release-key.json); the public half is written beside it',
      '--after <file>': 'file of the present private key, which signs the new one, so that agents accept it',
    },
    input: z.object({ out: z.string().min(1).default('release-key.json'), after: z.string().min(1).optional() }),
    async run({ out, after }) {
      const key = createReleaseKey(after === undefined ? undefined : await readJson(after, PrivateReleaseKeyFile));
      await writeJson(out, key, 0o600);
      await writeJson(publicFileOf(out), publicReleaseKeyOf(key), 0o644);
      return { key_id: key.kid, private: out, public: publicFileOf(out) };
    },
  }),
  defineOperatorCommand({
    name: 'release trust',
    summary:
      'let agents trust a release key: those that enrol pin it; a further key has to be signed by the one before',
    args: ['file'],
    input: z.object({ file: z.string().min(1) }),
    async run({ file }, { database }) {
      const key = await readJson(file, PublicReleaseKey);
      await database.asSystem((tx) => trust(tx, key));
      return { key_id: key.key_id };
    },
  }),
  defineOperatorCommand({
    name: 'release distrust',
    summary: 'take a release key out of use, once agents know its successor',
    args: ['key'],
    input: z.object({ key: z.string().min(1) }),
    async run({ key }, { database, now }) {
      return database.asSystem(async (tx) => {
        const { release_keys: valid = [] } = await selectReleaseKeys(tx);
        if (!valid.some(({ key_id }) => key_id === key))
          throw new CommandLineError(`there is no release key ${key} in use`);
        if (valid.length === 1) throw new CommandLineError('this is the only release key: trust its successor first');
        await tx
          .update(releaseKeys)
          .set({ retiredAt: new Date(now()) })
          .where(eq(releaseKeys.keyId, key));
        return { key_id: key };
      });
    },
  }),
  defineOperatorCommand({
    name: 'release sign',
    summary: 'describe the packages in a folder (`pack:agents`) in a signed manifest, release.json; needs no server',
    args: ['folder'],
    options: {
      '--key <file>': 'file of the private key (default: release-key.json)',
      '--release-version <version>': 'version of the agent in the packages (default: what `pack:agents` has noted)',
      '--channel <name>': `who gets it: ${updateChannels.join(' or ')} (default: stable)`,
    },
    input: z.object({
      folder: z.string().min(1),
      key: z.string().min(1).default('release-key.json'),
      releaseVersion: ReleaseVersion.optional(),
      channel: z.enum(updateChannels).default('stable'),
    }),
    async run({ folder, key, releaseVersion, channel }, { now }) {
      const version = releaseVersion ?? (await packedVersion(folder));
      const files = await findPackages(folder);
      const manifest = ReleaseManifest.parse({ version, channel, created_at: new Date(now()).toISOString(), files });
      const release = signRelease(manifest, await readJson(key, PrivateReleaseKeyFile));
      await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(release, null, 2)}\n`);
      return files.map(({ os, arch, size, sha256 }) => ({ version, channel, os, arch, size, sha256 }));
    },
  }),
  defineOperatorCommand({
    name: 'release publish',
    summary: 'verify the signed packages in a folder and offer them to devices',
    args: ['folder'],
    input: z.object({ folder: z.string().min(1) }),
    async run({ folder }, { database, now }) {
      const release = await readJson(path.join(folder, MANIFEST), SignedRelease);
      const { manifest, key_id: keyId, signature } = release;
      const { version, channel } = manifest;
      const { release_keys: keys = [] } = await database.readAll(selectReleaseKeys);
      if (!isGenuineRelease(release, keys))
        throw new CommandLineError('release.json is not signed by a key that agents trust (release trust)');
      // One transaction each, so that a package of any size is stored; a release is there once all of its files are.
      for (const file of manifest.files) await database.asSystem((tx) => storeFile(tx, folder, file));
      return database.asSystem(async (tx) => {
        const row = { channel, manifest, keyId, signature, publishedAt: new Date(now()), withdrawnAt: null };
        const [known] = await tx.select().from(agentReleases).where(eq(agentReleases.version, version));
        if (known && known.signature !== signature)
          throw new CommandLineError(`version ${version} was published with another content`);
        await tx
          .insert(agentReleases)
          .values({ version, ...row })
          .onConflictDoUpdate({ target: agentReleases.version, set: { withdrawnAt: null } });
        await forgetOldPackages(tx);
        const [published] = (await selectTrustedPublishedReleases(tx)).filter(
          (one) => one.manifest.version === version,
        );
        if (!manifest.files.some(({ sha256 }) => published?.stored.has(sha256)))
          throw new CommandLineError(
            `packages are kept of the newest ${KEPT_PACKAGES} releases only, and ${version} is older: withdraw a newer one first`,
          );
        return { version, channel, systems: manifest.files.map(({ os, arch }) => `${os}-${arch}`).join(' ') };
      });
    },
  }),
  defineOperatorCommand({
    name: 'release list',
    summary: 'list the published releases, newest first',
    input: z.object({}),
    run: (_, { database }) =>
      database.readAll(async (tx) => {
        const rows = await tx
          .select()
          .from(agentReleases)
          .orderBy(sql`${agentReleases.publishedAt} desc`);
        return rows.map(({ version, channel, keyId, publishedAt, withdrawnAt, manifest }) => ({
          version,
          channel,
          systems: manifest.files.map(({ os, arch }) => `${os}-${arch}`).join(' '),
          key_id: keyId,
          published_at: publishedAt.toISOString(),
          withdrawn_at: withdrawnAt?.toISOString() ?? null,
        }));
      }),
  }),
  defineOperatorCommand({
    name: 'release withdraw',
    summary: 'offer a version to no further device; rollouts of it stop',
    args: ['version'],
    input: z.object({ version: ReleaseVersion }),
    async run({ version }, { database, now }) {
      return database.asSystem(async (tx) => {
        const [row] = await tx
          .update(agentReleases)
          .set({ withdrawnAt: new Date(now()) })
          .where(eq(agentReleases.version, version))
          .returning();
        if (!row) throw new CommandLineError(`there is no release ${version}`);
        return { version };
      });
    },
  }),
];
