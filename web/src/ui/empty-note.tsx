import { Button, EmptyState } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { emptyArtClassNames, EmptyArt } from './empty-art.tsx';

export function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      role="status"
      py="xl"
      classNames={emptyArtClassNames}
      icon={<EmptyArt icon={<IconFilterOff stroke={1.5} />} />}
      title={t('filtered.title')}
      description={t('filtered.text')}
    >
      <EmptyState.Actions>
        <Button variant="default" onClick={onClear}>
          {t('filtered.clear')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

export interface EmptyNoteProps {
  icon?: ReactNode;
  title: string;
  /** What to do next. */
  text?: string;
  /** A button that does it. */
  action?: ReactNode;
}

/** Nothing to show, and the next step. */
export function EmptyNote({ icon, title, text, action }: EmptyNoteProps) {
  return (
    <EmptyState
      role="status"
      size="sm"
      px="md"
      py="lg"
      classNames={emptyArtClassNames}
      icon={<EmptyArt icon={icon} />}
      title={title}
      description={text}
    >
      {action !== undefined && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  );
}
