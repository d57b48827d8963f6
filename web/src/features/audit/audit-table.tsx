import { Anchor, Table } from '@mantine/core';
import type { Audit } from '@vigil/shared/contract/http/audits';
import { auditName } from '@vigil/shared/contract/audit-codes';
import { auditValue } from '@vigil/shared/domain/audit-values';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { RowTable } from '../../ui/row-table.tsx';
import classes from './audit.module.css';

/** A table, and on a phone one block for each entry. */
export function AuditTable({ rows }: { rows: readonly Audit[] }) {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const time = useTimeFormat();
  return (
    <RowTable>
      <Table.Thead>
        <Table.Tr>
          {(['when', 'who', 'what', 'device', 'before', 'after'] as const).map((name) => (
            <Table.Th key={name}>{t(`column.${name}`)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ pk, act_time, name, reg_mail, act_name_id, device_pk, device_alias, old_value, new_value }) => (
          <Table.Tr key={pk}>
            <Table.Td className={classes.when}>{time.second(act_time)}</Table.Td>
            <Table.Td>
              {name}
              <small>{reg_mail}</small>
            </Table.Td>
            <Table.Td className={classes.what}>{auditName(act_name_id, language)}</Table.Td>
            <Table.Td>
              {device_alias === '' ? (
                <span className={classes.dim}>{device_pk === null ? NO_VALUE : t('deleted_device')}</span>
              ) : (
                <Anchor component={Link} to={`/${language}/device/all/${device_pk}`} fz="inherit">
                  {device_alias}
                </Anchor>
              )}
            </Table.Td>
            <Table.Td data-label={t('column.before')}>
              {auditValue(act_name_id, old_value, language) ?? NO_VALUE}
            </Table.Td>
            <Table.Td data-label={t('column.after')}>
              {auditValue(act_name_id, new_value, language) ?? NO_VALUE}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </RowTable>
  );
}
