import { guestSessionDenial } from '@vigil/shared/domain/permissions';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientEndpoint } from '../../endpoints/client-endpoint.ts';
import { useViewer } from './viewer.ts';

/** Why a session by invitation, or of a temporary account, may not make a call, or null; by the rule with which the server refuses it. */
export function useGuestSessionDenial(): (call: Pick<ClientEndpoint<never>, 'guests'>) => string | null {
  const { t } = useTranslation();
  const { viewer } = useViewer();
  return useCallback(
    (call) => {
      const denial = guestSessionDenial(viewer, call);
      return denial && t(`need.${denial.detail}`);
    },
    [viewer, t],
  );
}
