import type { Profile } from '@vigil/shared/contract/http/profile';
import type { InstallationSettings } from '@vigil/shared/contract/http/settings';
import { isCorporateLicence } from '@vigil/shared/domain/licences';
import { flagsOf, needsApprovedWindow, type Viewer } from '@vigil/shared/domain/permissions';
import { atom, useAtomValue } from 'jotai';
import { profileAtom } from './session.ts';
import { settingsAtom } from './settings.ts';

function viewerOf(profile: Profile, settings: InstallationSettings): Viewer {
  const flags = flagsOf(profile);
  return {
    flags,
    isCorporate: isCorporateLicence(profile.license.total.primaryProdType),
    isGuest: profile.is_invited || profile.is_screen === true,
    isTemporary: profile.is_temporary,
    isWallScreen: profile.is_screen === true,
    usesApproval: needsApprovedWindow(profile.use_approval, flags),
    forbidsFiles: profile.file_transfer === 0,
    lacksFileViewer: !settings.file_viewer,
    hidesScreens: profile.pictures === 0,
  };
}

const viewerAtom = atom((get) => {
  const profile = get(profileAtom);
  return profile && { profile, viewer: viewerOf(profile, get(settingsAtom)) };
});

/** The signed-in user and their permissions. */
export function useViewer(): { profile: Profile; viewer: Viewer } {
  const value = useAtomValue(viewerAtom);
  if (!value) throw new Error('rendered without a session');
  return value;
}
