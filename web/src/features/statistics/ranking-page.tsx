import { Anchor, Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { AlertRank, RemoteRank } from '@vigil/shared/contract/http/statistics';
import type { AlertKind } from '@vigil/shared/domain/thresholds';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ExportButton } from '../../entities/export/export-button.tsx';
import { DayRangeFields } from '../../entities/session/day-range-fields.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import type { DayRange } from '../../lib/day-range.ts';
import { dayParam } from '../../lib/day-range.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useKeyedState } from '../../lib/use-keyed-state.ts';
import { useQueryChanges } from '../../lib/use-query-changes.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Comparison } from './comparison.tsx';
import { usualRankingRange } from './ranking-range.ts';
import { RankingTable, type Ranked } from './ranking-table.tsx';
import { alertRanking, remoteRanking } from './reports.ts';
import classes from './statistics.module.css';

/** The users and devices with the most remote sessions, and the kinds of alerts and devices with the most alerts. */
export function RankingPage() {
  const { t } = useTranslation(['statistics', 'bell']);
  const time = useTimeFormat();
  const [usual] = useState(() => usualRankingRange(time.wall(Date.now()).slice(0, 10)));
  const [address, changeAddress] = useQueryChanges();
  const range: DayRange = {
    from: dayParam(usual.from).read(address.get('from')) || usual.from,
    to: dayParam(usual.to).read(address.get('to')) || usual.to,
  };
  const search = ({ from, to }: DayRange) =>
    changeAddress((next) => {
      next.set('from', from);
      next.set('to', to);
    });
  const days = { start_date: range.from, end_date: range.to };
  const users = remoteRanking.usePage({ type: 'user', ...days });
  const devices = remoteRanking.usePage({ type: 'device', ...days });
  const kinds = alertRanking.usePage({ type: 'user', ...days });
  const alerted = alertRanking.usePage({ type: 'device', ...days });
  const inRange = new URLSearchParams({ from: range.from, to: range.to });
  const to = (path: string, more: Record<string, string>) =>
    `statistics/${path}?${new URLSearchParams({ ...Object.fromEntries(inRange), ...more }).toString()}`;
  const remote = users.data?.meta;
  const alerts = kinds.data?.meta;
  const total = (remote?.total_count ?? 0) + (alerts?.total_count ?? 0);
  return (
    <Page
      isWide
      title={t('ranking.title')}
      tools={<ExportButton request={{ export_id: 'rankingTable', ...days }} total={total} />}
    >
      <Panel label={t('ranking.range')}>
        <FilterBar>
          <RangeForm range={range} onSearch={search} />
          {remote && (
            <Comparison
              now={remote.total_count}
              before={remote.previous_count}
              label={t('chart.remote.total', { count: remote.total_count })}
              than={t('ranking.before')}
            />
          )}
          {alerts && (
            <Comparison
              now={alerts.total_count}
              before={alerts.previous_count}
              label={t('chart.alert.total', { count: alerts.total_count })}
              than={t('ranking.before')}
            />
          )}
        </FilterBar>
      </Panel>
      <div className={classes.rankings}>
        <RankingTable
          title={t('ranking.users')}
          heading={t('column.user')}
          query={users}
          rowOf={(row: RemoteRank) =>
            ranked(row, row.user_pk, row.reg_mail, row.user_pk && to('log-remote', { user: String(row.user_pk) }))
          }
          counted="sessions"
        />
        <RankingTable
          title={t('ranking.devices')}
          heading={t('column.device')}
          query={devices}
          rowOf={(row: RemoteRank) =>
            ranked(row, row.device_pk, row.alias, row.device_pk && to('log-remote', { device: String(row.device_pk) }))
          }
          counted="sessions"
        />
        <RankingTable
          title={t('ranking.kinds')}
          heading={t('column.alert')}
          query={kinds}
          rowOf={(row: AlertRank) =>
            ranked(
              row,
              row.category,
              row.category === null ? NO_VALUE : t(`bell:kind.${row.category as AlertKind}`),
              row.category && to('log-warning', { key: 'code', value: String(row.category) }),
            )
          }
          counted="alerts"
        />
        <RankingTable
          title={t('ranking.alerted')}
          heading={t('column.device')}
          query={alerted}
          rowOf={(row: AlertRank) =>
            ranked(
              row,
              row.device_pk,
              row.device,
              row.device_pk && to('log-warning', { device: String(row.device_pk) }),
            )
          }
          counted="alerts"
        />
      </div>
    </Page>
  );
}

const ranked = (
  { usage, count }: { usage: number; count: number },
  pk: number | null,
  name: string,
  path: string | 0 | null,
): Ranked => ({ key: `${pk ?? name}`, usage, count, name: <RankName name={name} path={path || null} /> });

function RankName({ name, path }: { name: string; path: string | null }): ReactNode {
  const language = useLanguage();
  if (path === null) return name || NO_VALUE;
  return (
    <Anchor component={Link} to={`/${language}/${path}`} fz="inherit">
      {name || NO_VALUE}
    </Anchor>
  );
}

/** Two days, and the button that asks for them. */
function RangeForm({ range, onSearch }: { range: DayRange; onSearch: (range: DayRange) => void }) {
  const { t } = useTranslation('list');
  const [typed, setTyped] = useKeyedState<DayRange>(`${range.from} ${range.to}`, range);
  const isComplete = typed.from !== '' && typed.to !== '';
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) onSearch(typed);
      }}
    >
      <DayRangeFields range={typed} onChange={(part) => setTyped({ ...typed, ...part })} />
      <Button
        size="xs"
        type="submit"
        variant="default"
        leftSection={<IconSearch size={14} stroke={1.8} />}
        disabled={!isComplete}
      >
        {t('search')}
      </Button>
    </form>
  );
}
