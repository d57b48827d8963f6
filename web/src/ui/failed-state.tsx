import { Button, EmptyState } from '@mantine/core';
import { IconCloudOff, IconMapOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isApiProblem } from '../lib/api-problem.ts';
import { useProblemText } from '../lib/use-problem-text.ts';
import { emptyArtClassNames, EmptyArt } from './empty-art.tsx';

/** What an address names does not exist, or not for this user: repeating the read would not help. */
function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState
      role="alert"
      py="xl"
      classNames={emptyArtClassNames}
      icon={<EmptyArt tone="failed" icon={<IconMapOff stroke={1.5} />} />}
      title={t('item_not_found.title')}
      description={t('item_not_found.text')}
    >
      <EmptyState.Actions>
        <Button component={Link} to=".." relative="path" variant="default">
          {t('item_not_found.back')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

/** A failed read: what failed, why (unless the title says it, then null), and a button to retry. */
export function FailedState({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  if (isApiProblem(error) && error.status === 404) return <NotFound />;
  return (
    <EmptyState
      role="alert"
      py="xl"
      classNames={emptyArtClassNames}
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
