import { Select } from '@mantine/core';
import type { ApproveState } from '@vigil/shared/contract/http/approvals';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayRangeFields } from '../../ui/day-range-fields.tsx';
import { FilterBar, SearchForm } from '../../ui/filter-bar.tsx';
import { states, tabs, type ApprovalListView, type TabName } from './approval-list.ts';
import classes from './approvals.module.css';

interface ApprovalFilterProps {
  tab: TabName;
  view: ApprovalListView;
  onChange: (part: Partial<ApprovalListView>) => void;
  /** What is done with the list. */
  children: ReactNode;
}

const ALL = 'all';

/** One choice of a state or of what is searched for, with its text, and the days (spec 3 §2). */
export function ApprovalFilter({ tab, view, onChange, children }: ApprovalFilterProps) {
  const { t } = useTranslation('approvals');
  const choices = [
    { value: ALL, label: t('any_state') },
    ...states.map((state) => ({ value: String(state), label: t(`state.${state}`) })),
  ];
  return (
    <FilterBar>
      <Select
        size="xs"
        w={150}
        aria-label={t('field.state')}
        data={choices}
        value={view.state === null ? ALL : String(view.state)}
        onChange={(value) =>
          value !== null &&
          onChange(value === ALL ? { state: null } : { state: Number(value) as ApproveState, text: '' })
        }
        allowDeselect={false}
      />
      <SearchForm
        choices={tabs[tab].keys.map((key) => ({ value: key, label: t(`key.${key}`) }))}
        search={{ key: view.key, value: view.text }}
        texts={{ key: t('search_in'), value: t('search'), go: t('go') }}
        onSearch={({ key, value }) => onChange({ key, text: value, ...(value === '' ? {} : { state: null }) })}
      />
      <DayRangeFields range={view} onChange={onChange} />
      <div className={classes.tools}>{children}</div>
    </FilterBar>
  );
}
