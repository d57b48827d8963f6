import { Table, Text } from '@mantine/core';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { splitSoftware } from '@vigil/shared/domain/device-lists';
import { useMemo, useState } from 'react';
import { IconApps } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LoadingRows, EmptyNote, NoMatches } from '../../ui/list-state.tsx';
import { isFound } from './list-search.ts';
import { ListTools } from './list-tools.tsx';
import { RefreshInformation } from './refresh-information.tsx';

const SHOWN = 300;

export function SoftwareTab({ detail }: { detail: DeviceDetail | null }) {
  const { t } = useTranslation('detail');
  const [typed, setTyped] = useState('');
  const all = useMemo(() => splitSoftware(detail?.software_list ?? ''), [detail]);
  if (!detail) return <LoadingRows rows={4} />;
  if (all.length === 0)
    return (
      <EmptyNote
        icon={<IconApps stroke={1.4} />}
        title={t('software.empty')}
        text={t('software.empty_text')}
        action={<RefreshInformation pk={detail.pk} />}
      />
    );
  const found = all.filter(({ name, company, version }) => isFound(typed, name, company, version));
  const titles = (['name', 'version', 'company', 'installed', 'description'] as const).map((key) =>
    t(`software.${key}`),
  );
  return (
    <>
      <ListTools
        find={t('software.find')}
        typed={typed}
        onTyped={setTyped}
        count={
          found.length > SHOWN
            ? t('software.first', { shown: SHOWN, count: found.length })
            : t('software.count', { count: found.length })
        }
        file={{
          name: [detail.alias, t('tab.software')],
          rows: () => [
            titles,
            ...found.map(({ name, version, company, install_date, description }) => [
              name,
              version,
              company,
              install_date,
              description,
            ]),
          ],
        }}
      />
      {found.length === 0 && <NoMatches onClear={() => setTyped('')} />}
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
            <Table.Tr key={`${index}-${name}`}>
              <Table.Td>
                {name}
                {description !== '' && (
                  <Text size="xs" c="dimmed">
                    {description}
                  </Text>
                )}
              </Table.Td>
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
