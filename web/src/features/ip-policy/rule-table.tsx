import { Checkbox, Table } from '@mantine/core';
import type { IpRule } from '@vigil/shared/contract/http/ip-policy';
import type { IpRulePk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { ColumnHead } from '../../ui/column-head.tsx';
import { RowTable } from '../../ui/row-table.tsx';
import type { RuleView, SortKey } from './list-address.ts';
import { ruleText } from './rule-text.ts';

/** Selected rules by their keys, also those of other pages. */
export type Selection = ReadonlyMap<IpRulePk, IpRule>;

interface RuleTableProps {
  rows: readonly IpRule[];
  view: RuleView;
  selected: Selection;
  onSelect: (selected: Selection) => void;
  onSort: (by: SortKey) => void;
}

const columns = ['time_added', 'start_ip_address', 'reason'] as const;

/** A table, and on a phone one block for each rule. */
export function RuleTable({ rows, view, selected, onSelect, onSort }: RuleTableProps) {
  const { t } = useTranslation('blocking');
  const time = useTimeFormat();
  const names = { time_added: t('column.time'), start_ip_address: t('column.address'), reason: t('column.reason') };
  const isAll = rows.every(({ pk }) => selected.has(pk));
  const some = rows.some(({ pk }) => selected.has(pk));
  const toggle = (changed: readonly IpRule[], isOn: boolean) => {
    const next = new Map(selected);
    for (const rule of changed)
      if (isOn) next.set(rule.pk, rule);
      else next.delete(rule.pk);
    onSelect(next);
  };
  return (
    <RowTable horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <Checkbox
              size="xs"
              aria-label={t('select_all')}
              checked={isAll}
              indeterminate={!isAll && some}
              onChange={() => toggle(rows, !isAll)}
            />
          </Table.Th>
          {columns.map((column) => (
            <ColumnHead
              key={column}
              label={names[column]}
              sorted={view.by === column ? view.order : null}
              onSort={() => onSort(column)}
            />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((rule) => (
          <Table.Tr key={rule.pk} bg={selected.has(rule.pk) ? 'var(--mantine-primary-color-light)' : ''}>
            <Table.Td>
              <Checkbox
                size="xs"
                aria-label={t('select', { rule: ruleText(rule) })}
                checked={selected.has(rule.pk)}
                onChange={() => toggle([rule], !selected.has(rule.pk))}
              />
            </Table.Td>
            <Table.Td data-label={names.time_added} className="tabular">
              {time.minute(rule.time_added)}
            </Table.Td>
            <Table.Td data-label={names.start_ip_address} className="tabular">
              {ruleText(rule)}
            </Table.Td>
            <Table.Td data-label={names.reason}>{rule.reason}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </RowTable>
  );
}
