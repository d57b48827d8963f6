import { ActionIcon, Group, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { pageSizeAtom, pageSizes, type PageSize } from './list-state.ts';
import type { DeviceList } from './use-device-list.ts';
import classes from './devices-page.module.css';

export function ListFooter({ list: { page, view, turnTo } }: { list: DeviceList }) {
  const { t } = useTranslation('devices');
  const [sizes, setSizes] = useAtom(pageSizeAtom);
  return (
    <footer className={classes.footer}>
      <span aria-hidden="true">{t('page_size')}</span>
      <Select
        size="xs"
        w={78}
        aria-label={t('page_size')}
        data={pageSizes.map((size) => ({ value: String(size), label: size === 0 ? t('page_all') : String(size) }))}
        value={String(sizes[view])}
        onChange={(value) => value !== null && setSizes({ ...sizes, [view]: Number(value) as PageSize })}
        allowDeselect={false}
        comboboxProps={{ position: 'top' }}
      />
      <span>{t('range', { from: page.from, to: page.to, total: page.total })}</span>
      <Group gap={2}>
        <ActionIcon aria-label={t('previous')} disabled={page.index === 0} onClick={() => turnTo(page.index - 1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('next')}
          disabled={page.index >= page.count - 1}
          onClick={() => turnTo(page.index + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </footer>
  );
}
