import { readSettings, type Settings } from '@vigil/shared/contract/http/settings';
import { atom, useAtomValue } from 'jotai';
import type { Api } from '../../lib/api.ts';

/** What holds when the server could not be asked: nothing is hidden, and nothing is offered that may not be there. */
const unknown: Settings = { standalone: false, tickets: false, map_tiles_url: '', map_attribution: '' };

/** How the installation is set up; read once, before anything is shown. */
export const settingsAtom = atom<Settings>(unknown);

export const useSettings = (): Settings => useAtomValue(settingsAtom);

export const loadSettings = ({ call }: Api): Promise<Settings> =>
  call(readSettings).then(
    ({ objects }) => objects,
    () => unknown,
  );
