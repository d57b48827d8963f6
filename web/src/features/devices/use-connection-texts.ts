import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionTexts } from './connection-text.ts';

export function useConnectionTexts(): ConnectionTexts {
  const { t } = useTranslation('devices');
  return useMemo(
    () => ({
      since: (time) => t('connection.since', { time }),
      seen: (ago) => t('connection.seen', { ago }),
      seenAt: (time) => t('connection.seen_at', { time }),
      never: t('never'),
    }),
    [t],
  );
}
