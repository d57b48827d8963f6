import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useAtom } from 'jotai';
import { RESET } from 'jotai/utils';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { scrollingPopover } from '../../ui/scrolling-popover.ts';
import { columnIds, unhideableColumns, hiddenByDefault, type ColumnId } from './column-ids.ts';
import { columnLayoutAtom, hiddenColumnsAtom } from './list-preferences.ts';

/** The visible columns, a choice of the user. */
export const VisibleColumnChooser = memo(function VisibleColumnChooser() {
  const { t } = useTranslation('devices');
  const [hidden, setHidden] = useAtom(hiddenColumnsAtom);
  const [layout, setLayout] = useAtom(columnLayoutAtom);
  const isChanged = hidden !== hiddenByDefault || layout.length > 0;
  const reset = () => {
    setHidden(RESET);
    setLayout(RESET);
  };
  const show = (id: ColumnId, on: boolean) => setHidden((now) => (on ? now.filter((one) => one !== id) : [...now, id]));

  return (
    <Popover position="bottom-end" shadow="md" trapFocus {...scrollingPopover}>
      <Popover.Target>
        <Button
          data-slim="middle"
          aria-label={t('columns')}
          variant="default"
          leftSection={<IconColumns3 size={15} stroke={1.7} />}
        >
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8}>
          {columnIds
            .filter((id) => !unhideableColumns.includes(id))
            .map((id) => (
              <Checkbox
                key={id}
                size="xs"
                label={t(`column.${id}`)}
                checked={!hidden.includes(id)}
                onChange={(event) => show(id, event.currentTarget.checked)}
              />
            ))}
          <Button variant="subtle" size="compact-xs" disabled={!isChanged} onClick={reset}>
            {t('columns_reset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
});
