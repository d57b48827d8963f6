import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { useLanguage } from '../../lib/use-language.ts';

/** The address of a device's panel beside the present list; the query string is kept (spec 2 §2). */
export function useDeviceAddress(): (pk: DevicePk, tab?: string) => string {
  const language = useLanguage();
  const { groupPk = 'all' } = useParams();
  const { search } = useLocation();
  return useCallback(
    (pk, tab) => {
      const query = new URLSearchParams(search);
      if (tab !== undefined) query.set('tab', tab);
      const text = query.toString();
      return `/${language}/device/${groupPk}/${pk}${text === '' ? '' : `?${text}`}`;
    },
    [language, groupPk, search],
  );
}
