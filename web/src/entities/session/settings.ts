import type { Settings } from '@vigil/shared/contract/http/settings';
import { readSettings } from '../../endpoints.ts';
import { atom, useAtomValue } from 'jotai';
import type { Api } from '../../lib/api.ts';

/** Used when the settings could not be read: hides nothing, and offers no optional feature. */
const unknown: Settings = {
  standalone: false,
  tickets: false,
  bulk_import: true,
  map_tiles_url: '',
  map_attribution: '',
  support_chat_url: '',
};

/** The settings of the installation; read once, before the first render. */
export const settingsAtom = atom<Settings>(unknown);

export const useInstallationSettings = (): Settings => useAtomValue(settingsAtom);

export const loadSettings = ({ call }: Api): Promise<Settings> =>
  call(readSettings).then(
    ({ objects }) => objects,
    () => unknown,
  );
