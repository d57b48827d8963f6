import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeletionProgress } from '../lib/deletion.ts';
import { Section } from './page.tsx';

interface DeletionOutcomesProps<T> {
  deletion: DeletionProgress<T>;
  nameOf: (item: T) => string;
  onClose: () => void;
}

/** How far a deletion is, and what became of each item. */
export function DeletionProgressSection<T>({ deletion, nameOf, onClose }: DeletionOutcomesProps<T>) {
  const { t } = useTranslation();
  const { total, outcomes } = deletion;
  const isOver = outcomes.length === total;
  return (
    <Section
      title={t('deletion.title')}
      tools={
        isOver && (
          <Button size="xs" variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        )
      }
    >
      <Stack gap={6} p={16} role="status">
        <Text size="sm" className="tabular">
          {t('deletion.progress', { done: outcomes.length, total })}
        </Text>
        <Progress value={(100 * outcomes.length) / total} aria-label={t('deletion.title')} />
        {isOver &&
          outcomes.map(({ item, problem }) => (
            <Group key={nameOf(item)} gap="xs" wrap="nowrap">
              <Text size="sm" fw={600}>
                {nameOf(item)}
              </Text>
              <Text size="sm" c={problem === null ? 'dimmed' : 'var(--state-danger)'}>
                {problem ?? t('deletion.deleted')}
              </Text>
            </Group>
          ))}
      </Stack>
    </Section>
  );
}
