import type { Profile } from '@vigil/shared/contract/http/session';
import { flagsOf, isCorporateLicence, type Viewer } from '@vigil/shared/domain/permissions';
import { atom, useAtomValue } from 'jotai';
import { profileAtom } from './session.ts';

/** The viewer of the permission rules, and whether this user needs an approved request to use a device. */
export interface ScreenViewer extends Viewer {
  readonly usesApproval: boolean;
}

const viewerOf = (profile: Profile): ScreenViewer => ({
  flags: flagsOf(profile),
  isCorporate: isCorporateLicence(profile.license.total.primaryProdType),
  usesApproval: profile.use_approval === 1 && !flagsOf(profile).isAdmin,
});

const viewerAtom = atom((get) => {
  const profile = get(profileAtom);
  return profile && { profile, viewer: viewerOf(profile) };
});

/** The signed-in user and their permissions. */
export function useViewer(): { profile: Profile; viewer: ScreenViewer } {
  const value = useAtomValue(viewerAtom);
  if (!value) throw new Error('rendered without a session');
  return value;
}
