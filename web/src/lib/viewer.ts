import type { Profile } from '@vigil/shared/contract/http/session';
import { flagsOf, isCorporateLicence, type Viewer } from '@vigil/shared/domain/permissions';
import { atom, useAtomValue } from 'jotai';
import { profileAtom } from './session.ts';

const viewerOf = (profile: Profile): Viewer => ({
  flags: flagsOf(profile),
  isCorporate: isCorporateLicence(profile.license.total.primaryProdType),
});

const viewerAtom = atom((get) => {
  const profile = get(profileAtom);
  return profile && { profile, viewer: viewerOf(profile) };
});

/** The signed-in user and what they may do. */
export function useViewer(): { profile: Profile; viewer: Viewer } {
  const value = useAtomValue(viewerAtom);
  if (!value) throw new Error('rendered without a session');
  return value;
}
