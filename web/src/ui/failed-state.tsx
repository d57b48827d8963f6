import { Button, EmptyState } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../lib/use-problem-text.ts';
import { emptyStateWithArtClassNames, EmptyArt } from './empty-art.tsx';

/** A failed read: what failed, why (unless the title says it, then null), and a button to retry. */
export function FailedState({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <EmptyState
      role="alert"
      py="xl"
      classNames={emptyStateWithArtClassNames}
      icon={<EmptyArt tone="failed" icon={<IconCloudOff stroke={1.5} />} />}
      title={title}
      description={error === null ? '' : problemText(error)}
    >
      <EmptyState.Actions>
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
