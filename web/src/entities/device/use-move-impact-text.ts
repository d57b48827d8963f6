import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { previewSightChanges } from '@vigil/shared/contract/routes/devices';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';

/**
 * Reads who gains and who loses sight of devices by a move, as a text; null when it changes nothing for anyone.
 * @param count how many devices move, where `pks` stand for others of their groups, too
 */
export function useMoveImpactText(): (
  pks: readonly DevicePk[],
  group: GroupPk,
  count?: number,
) => Promise<string | null> {
  const { t } = useTranslation('tree');
  const { api } = useServices();
  const language = useLanguage();
  return useCallback(
    async (pks, group, count = pks.length) => {
      const body = { device_pks: [...pks], new_device_group_fk: group };
      const { objects, meta } = await api.call(previewSightChanges, { body });
      const namesOf = (users: readonly { name: string; mgrid: string }[], total: number) => {
        const names = users.map(({ name, mgrid }) => name || mgrid);
        // The server names no more users than anyone would read.
        const others = total - users.length;
        return new Intl.ListFormat(language).format(others > 0 ? [...names, t('others', { count: others })] : names);
      };
      const { gain_count: gained, lose_count: lost } = meta;
      const sentences = [
        ...(gained > 0 ? [t('gain_sight', { names: namesOf(objects.gain, gained), count })] : []),
        ...(lost > 0 ? [t('lose_sight', { names: namesOf(objects.lose, lost), count })] : []),
      ];
      return sentences.length > 0 ? sentences.join(' ') : null;
    },
    [api, language, t],
  );
}
