import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { groupOptions } from '../../entities/group/group-options.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';

export interface IncidentFilter {
  /** A part of the name of a device, a group or an address. */
  readonly text: string;
  /** With its subgroups; null for all. */
  readonly group: number | null;
}

interface IncidentFiltersProps {
  filter: IncidentFilter;
  onChange: (part: Partial<IncidentFilter>) => void;
}

export function IncidentFilters({ filter: { text, group }, onChange }: IncidentFiltersProps) {
  const { t } = useTranslation('incidents');
  const { tree } = useGroups();
  const groups = useMemo(() => groupOptions(tree), [tree]);
  return (
    <FilterBar
      more={
        <Select
          size="xs"
          w={220}
          aria-label={t('group_filter')}
          placeholder={t('any_group')}
          data={groups}
          value={group === null ? null : String(group)}
          onChange={(pk) => onChange({ group: pk === null ? null : Number(pk) })}
          clearable
          searchable
        />
      }
    >
      <TextInput
        size="xs"
        flex="1 1 200px"
        maw={320}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        leftSection={<IconSearch size={14} stroke={1.8} />}
        value={text}
        onChange={({ currentTarget: { value } }) => onChange({ text: value })}
      />
    </FilterBar>
  );
}
