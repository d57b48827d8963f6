import type { CommandKey } from '@vigil/shared/contract/command-signature';
import {
  releaseFileFor,
  releaseSigningText,
  type ReleaseFile,
  type ReleaseSystem,
  type UpdateCommandArgs,
} from '@vigil/shared/contract/release';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import canonicalize from 'canonicalize';
import { isValidSignature } from '../command-keys.ts';
import { failedResult, type FailedResult } from '../executors/executor.ts';

export interface ReleaseCheckContext {
  readonly version: string;
  readonly os: ReleaseSystem | undefined;
  readonly arch: string | null;
  /** The key of this id, if the device trusts it. */
  readonly key: CommandKey | undefined;
}

interface Checked {
  readonly state: 'genuine';
  readonly file: ReleaseFile;
}

/**
 * The file to install, or why none is (UPD-2): the manifest has to be signed by a release key that this device trusts,
 * and the version newer than the one that runs. Who requested the update makes no difference.
 */
export function chooseVerifiedReleaseFile(
  { version, release }: UpdateCommandArgs,
  present: ReleaseCheckContext,
): Checked | FailedResult {
  const { manifest, signature } = release;
  const text = releaseSigningText(canonicalize(manifest) ?? '');
  if (present.key === undefined || !isValidSignature(text, present.key, signature) || manifest.version !== version)
    return failedResult('release_invalid');
  if (!isOlderVersion(present.version, version)) return failedResult('release_older');
  const file = releaseFileFor(manifest, present);
  return file === undefined ? failedResult('no_release') : { state: 'genuine', file };
}
