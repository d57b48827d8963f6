import { Table, Text } from '@mantine/core';
import type { Audit } from '@vigil/shared/contract/http/audits';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { auditCode, auditName } from '@vigil/shared/contract/audit-codes';
import type { z } from 'zod';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { audits } from '../../entities/audit/audits.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { ListState } from '../../ui/read-state.tsx';
import classes from './detail.module.css';

/** Spec 2 §9. */
const LATEST = 10;
/** An entry with this code is a placeholder (spec 2 §2). */
const PLACEHOLDER = -1;

const known = [1, 2, 3, 4, 5, 11, 12, 13, 21, 30, 81, 87, 88] as const;
type Known = (typeof known)[number];
const isKnown = (code: number): code is Known => (known as readonly number[]).includes(code);

const resolutions = ['split', 'merge', 'dismiss'] as const;
const isResolution = (value: string | null): value is (typeof resolutions)[number] =>
  (resolutions as readonly (string | null)[]).includes(value);

export function ActivityTab({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation(['detail', 'clones']);
  const language = useLanguage();
  const time = useTimeFormat();
  const latest = { by: 'create_time', order: 'desc', limit: LATEST, offset: 0, device_pk: String(pk) } as const;
  const query = audits.usePage(latest);
  const act = ({ act_name_id: code, old_value, new_value }: z.infer<typeof Audit>) => {
    if (code === auditCode.clone && isResolution(new_value))
      return t(`clones:act.${new_value}`, { value: old_value ?? NO_VALUE });
    return isKnown(code) ? t(`act.${code}`, { value: new_value ?? NO_VALUE }) : auditName(code, language);
  };

  return (
    <ListState
      query={query}
      rows={query.data?.objects.filter(({ act_name_id }) => act_name_id !== PLACEHOLDER)}
      loading={4}
      failed={t('activity.failed')}
      empty={{ icon: <IconHistory stroke={1.4} />, title: t('activity.empty'), text: t('activity.empty_text') }}
    >
      {(rows) => (
        <Table verticalSpacing={5} horizontalSpacing="xs" fz="sm" className={classes.log ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('activity.who')}</Table.Th>
              <Table.Th>{t('activity.when')}</Table.Th>
              <Table.Th>{t('activity.what')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((audit) => (
              <Table.Tr key={audit.pk}>
                <Table.Td>
                  {audit.name}
                  <Text size="xs" c="dimmed" className={classes.id}>
                    {audit.reg_mail}
                  </Text>
                </Table.Td>
                <Table.Td>{time.second(audit.act_time)}</Table.Td>
                <Table.Td>{act(audit)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </ListState>
  );
}
