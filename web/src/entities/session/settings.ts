import type { InstallationSettings } from '@vigil/shared/contract/http/settings';
import { readInstallationSettings } from '@vigil/shared/contract/routes/accounts';
import { atom, useAtomValue } from 'jotai';
import type { Api } from '../../lib/api.ts';

/** Used when the settings could not be read: hides nothing, and offers no optional feature. */
const unknown: InstallationSettings = {
  standalone: false,
  tickets: false,
  bulk_import: true,
  map_tiles_url: '',
  map_attribution: '',
  support_chat_url: '',
  payment_faq_url: '',
  file_viewer: true,
  password_max: 12,
};

/** The settings of the installation; read once, before the first render. */
export const settingsAtom = atom<InstallationSettings>(unknown);

export const useInstallationSettings = (): InstallationSettings => useAtomValue(settingsAtom);

export const loadSettings = ({ call }: Api): Promise<InstallationSettings> =>
  call(readInstallationSettings).then(
    ({ objects }) => objects,
    () => unknown,
  );
