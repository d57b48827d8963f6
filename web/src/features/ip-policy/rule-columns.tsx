import type { IpRule } from '@vigil/shared/contract/http/ip-policy';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { IpRuleSortKey } from './rule-list.ts';
import { ruleText } from './rule-text.ts';

export function useRuleColumns(): readonly Column<IpRule, IpRuleSortKey>[] {
  const { t } = useTranslation('blocking');
  const time = useTimeFormat();
  return [
    {
      id: 'time',
      label: t('column.time'),
      by: 'time_added',
      className: 'tabular',
      render: (rule) => time.minute(rule.time_added),
    },
    { id: 'address', label: t('column.address'), by: 'start_ip_address', className: 'tabular', render: ruleText },
    { id: 'reason', label: t('column.reason'), by: 'reason', render: (rule) => rule.reason },
  ];
}
