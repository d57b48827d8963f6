import { Anchor, Pill } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import type { CommandRow } from '@vigil/shared/contract/http/commands';
import { commandStates, ledgerCommandTypes } from '@vigil/shared/contract/names';
import { isFinalCommandState } from '@vigil/shared/domain/command-life';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { commands } from '../../entities/command/commands.ts';
import { useCommandColumns } from '../../entities/command/use-command-columns.tsx';
import { DayRangeFields } from '../../entities/session/day-range-fields.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useListView } from '../../lib/use-list-view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-panel.tsx';
import { commandListUrl, commandQueryOf, isCommandListFiltered, noCommandFilter } from './command-list.ts';

/** States of others' commands are not announced to this page. */
const OPEN_INTERVAL_MS = 3_000;

/** Every command to the devices that the viewer sees, also long after it left the tray. */
export function CommandHistoryPage() {
  const { t } = useTranslation(['detail', 'commands']);
  const language = useLanguage();
  const time = useTimeFormat();
  const list = useListView(commandListUrl);
  const { view, filter } = list;
  const query = commands.usePage(commandQueryOf(view, time.wall), {
    refetchInterval: ({ state }) =>
      state.data?.objects.some((row) => !isFinalCommandState(row.state)) ? OPEN_INTERVAL_MS : false,
  });
  const device: Column<CommandRow> = {
    id: 'device',
    label: t('commands.device'),
    render: ({ device_pk, device_alias }) => (
      <Anchor component={Link} to={`/${language}/device/all/${device_pk}?tab=commands`} fz="inherit">
        {device_alias}
      </Anchor>
    ),
  };
  const only = view.device === null ? undefined : query.data?.objects[0]?.device_alias;
  const choices = (names: readonly string[], of: 'type' | 'state') =>
    names.map((value) => ({ value, label: t(`commands:${of}.${value}` as 'commands:type.reboot') }));
  return (
    <ListPage
      title={t('commands.title')}
      label={t('commands.title')}
      list={list}
      query={query}
      search={[
        { value: 'type', label: t('commands.what'), values: choices(ledgerCommandTypes, 'type') },
        { value: 'state', label: t('commands.state'), values: choices(commandStates, 'state') },
      ]}
      filters={<DayRangeFields range={view} onChange={filter} />}
      tools={
        view.device !== null && (
          <Pill withRemoveButton size="md" onRemove={() => filter({ device: null })}>
            {only ?? `#${view.device}`}
          </Pill>
        )
      }
      failed={t('commands.failed')}
      empty={{ icon: <IconTerminal2 stroke={1.4} />, title: t('commands.none'), text: t('commands.none_text') }}
      onClear={
        isCommandListFiltered(view) ? () => filter({ ...noCommandFilter, search: { ...view.search, value: '' } }) : null
      }
      pkOf={({ id }) => id}
      columns={[device, ...useCommandColumns(time)]}
    />
  );
}
