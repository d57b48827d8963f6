import { IconCpu } from '@tabler/icons-react';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { decodeHardwareList } from '@vigil/shared/domain/device-lists';
import { createTextSearch } from '@vigil/shared/domain/search-text';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyNote, NoMatches } from '../../ui/empty-note.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { CollectInformationButton } from './collect-information-button.tsx';
import { ListTools } from './list-tools.tsx';
import classes from './detail.module.css';

export function HardwareTab({ detail }: { detail: DeviceDetail | null }) {
  const { t } = useTranslation('detail');
  const [typed, setTyped] = useState('');
  const all = useMemo(() => (detail ? decodeHardwareList(detail.hardware_name, detail.hardware_txt) : []), [detail]);
  if (!detail) return <LoadingRows rows={4} />;
  if (all.length === 0)
    return (
      <EmptyNote
        icon={<IconCpu stroke={1.4} />}
        title={t('hardware.empty')}
        text={t('hardware.empty_text')}
        action={<CollectInformationButton pk={detail.pk} />}
      />
    );
  const isFound = createTextSearch(typed);
  const found = all.filter(({ name, description }) => isFound(name, description));
  const titles = [t('hardware.name'), t('hardware.description')];
  return (
    <>
      <ListTools
        find={t('hardware.find')}
        typed={typed}
        onTyped={setTyped}
        count={t('hardware.count', { count: found.length })}
        csvExport={{
          name: [detail.alias, t('tab.hardware')],
          rows: () => [titles, ...found.map(({ name, description }) => [name, description])],
        }}
      />
      {found.length === 0 && <NoMatches onClear={() => setTyped('')} />}
      <dl className={classes.fields}>
        {found.map(({ name, description }, index) => (
          <div key={`${index}-${name}`}>
            <dt>{name}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
