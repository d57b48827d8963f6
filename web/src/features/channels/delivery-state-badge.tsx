import { Badge } from '@mantine/core';
import type { DeliveryState } from '@vigil/shared/contract/names';
import { useTranslation } from 'react-i18next';

const looks = {
  waiting: { color: 'gray', c: 'var(--mantine-color-text)' },
  delivered: { color: 'green', c: 'var(--state-online)' },
  failed: { color: 'red', c: 'var(--state-danger)' },
} as const;

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  const { t } = useTranslation('channels');
  return (
    <Badge variant="light" tt="none" {...looks[state]}>
      {t(`state.${state}`)}
    </Badge>
  );
}
