import { Table, TextInput } from '@mantine/core';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { splitSoftware } from '@vigil/shared/domain/device-lists';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingRows, EmptyNote } from '../../ui/list-state.tsx';
import classes from './detail.module.css';

const SHOWN = 300;

export function SoftwareTab({ detail }: { detail: DeviceDetail | null }) {
  const { t } = useTranslation('detail');
  const [typed, setTyped] = useState('');
  const all = useMemo(() => splitSoftware(detail?.software_list ?? ''), [detail]);
  if (!detail) return <LoadingRows rows={4} />;
  if (all.length === 0) return <EmptyNote title={t('software.empty')} />;
  const found = all.filter(({ name, company }) =>
    `${name} ${company}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <>
      <div className={classes.between}>
        <TextInput
          size="xs"
          aria-label={t('software.find')}
          placeholder={t('software.find')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span>{t('software.count', { count: found.length })}</span>
      </div>
      <Table verticalSpacing={4} horizontalSpacing="xs" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('software.name')}</Table.Th>
            <Table.Th>{t('software.version')}</Table.Th>
            <Table.Th>{t('software.company')}</Table.Th>
            <Table.Th>{t('software.installed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.slice(0, SHOWN).map(({ name, version, company, install_date, description }, index) => (
            <Table.Tr key={`${index}-${name}`} title={description}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{version}</Table.Td>
              <Table.Td>{company}</Table.Td>
              <Table.Td>{install_date}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
