import { randomUUID } from 'node:crypto';
import { CommandId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { updateJobFor, type PublishedReleases } from '@vigil/shared/platform/releases';
import type { CommandTarget } from './queries.ts';
import type { CommandRequest } from './service.ts';

/** The update of a device to the newest release for it, whose manifest is part of what is signed. */
export function createAgentUpdateRequest({
  target,
  releases,
  ...named
}: {
  readonly target: CommandTarget;
  readonly releases: PublishedReleases;
  readonly id: CommandId | undefined;
  readonly bulkId?: string;
}): CommandRequest | Problem {
  const id = named.id ?? CommandId.parse(randomUUID());
  const release = target.latestVersion === null ? undefined : releases.get(target.latestVersion);
  if (release === undefined) return new Problem('no_release');
  return { target, type: 'update', args: { ...updateJobFor(id, release) }, ...named, id };
}
