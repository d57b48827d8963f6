import type { Route } from '@vigil/shared/contract/route';
import { guestSessionDenial } from '@vigil/shared/domain/permissions';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from './viewer.ts';

/**
 * Why a session by invitation, or of a temporary account, may not make a call, or null; by the rule with which the
 * server refuses it.
 */
export function useGuestSessionDenial(): (route: Pick<Route, 'guests'>) => string | null {
  const { t } = useTranslation();
  const { viewer } = useViewer();
  return useCallback(
    (route) => {
      const denial = guestSessionDenial(viewer, route);
      return denial && t(`need.${denial.detail}`);
    },
    [viewer, t],
  );
}
