import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Spec 1 §9. */
const sizes = ['5', '10', '15', '20'] as const;

interface Page {
  index: number;
  size: number;
}

/** The shown range, and buttons to the other pages. */
export function Pager({ page, total, onPage }: { page: Page; total: number; onPage: (page: Page) => void }) {
  const { t } = useTranslation(['dialogs', 'common']);
  const from = total === 0 ? 0 : page.index * page.size + 1;
  const to = Math.min(total, (page.index + 1) * page.size);
  return (
    <Group justify="space-between" mt="sm">
      <Select
        size="xs"
        w={80}
        aria-label={t('people.page_size')}
        data={sizes}
        value={String(page.size) as (typeof sizes)[number]}
        onChange={(size) => size && onPage({ index: 0, size: Number(size) })}
        allowDeselect={false}
      />
      <Group gap={4}>
        <Text size="xs" c="dimmed" mr={4} role="status">
          {t('people.range', { from, to, total })}
        </Text>
        <ActionIcon
          aria-label={t('common:previous')}
          disabled={page.index === 0}
          onClick={() => onPage({ ...page, index: page.index - 1 })}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('common:next')}
          disabled={to >= total}
          onClick={() => onPage({ ...page, index: page.index + 1 })}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
