import { Table, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { decodeSoftwareList } from '@vigil/shared/domain/device-lists';
import { createTextSearch } from '@vigil/shared/domain/search-text';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyNote, NoMatches } from '../../ui/empty-note.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { MIN_ROW_HEIGHT_PX, VirtualTable } from '../../ui/virtual-table.tsx';
import { CollectInformationButton } from './collect-information-button.tsx';
import { ListTools } from './list-tools.tsx';

const columns = ['name', 'version', 'company', 'installed'] as const;

const ROW_WITH_DESCRIPTION_PX = 42;

export function SoftwareTab({ detail }: { detail: DeviceDetail | null }) {
  const { t } = useTranslation('detail');
  const [typed, setTyped] = useState('');
  const all = useMemo(() => decodeSoftwareList(detail?.software_list ?? ''), [detail]);
  if (!detail) return <LoadingRows rows={4} />;
  if (all.length === 0)
    return (
      <EmptyNote
        icon={<IconApps stroke={1.4} />}
        title={t('software.empty')}
        text={t('software.empty_text')}
        action={<CollectInformationButton pk={detail.pk} />}
      />
    );
  const isFound = createTextSearch(typed);
  const found = all.filter(({ name, company, version }) => isFound(name, company, version));
  const counted = t('software.count', { count: found.length });
  const total = detail.software_total ?? null;
  const titles = ([...columns, 'description'] as const).map((key) => t(`software.${key}`));
  return (
    <>
      <ListTools
        find={t('software.find')}
        typed={typed}
        onTyped={setTyped}
        count={total === null ? counted : `${counted} · ${t('list_first', { shown: all.length, total })}`}
        csvExport={{
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
      {found.length > 0 && (
        <VirtualTable
          label={t('tab.software')}
          rows={found}
          keyOf={({ name, version }, index) => `${index}-${name}-${version}`}
          heightOf={({ description }) => (description === '' ? MIN_ROW_HEIGHT_PX : ROW_WITH_DESCRIPTION_PX)}
          head={columns.map((column) => (
            <Table.Th key={column}>{t(`software.${column}`)}</Table.Th>
          ))}
        >
          {({ name, version, company, install_date, description }) => (
            <>
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
            </>
          )}
        </VirtualTable>
      )}
    </>
  );
}
