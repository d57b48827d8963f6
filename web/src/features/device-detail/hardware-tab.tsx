import type { DeviceDetail } from '@vigil/shared/contract/device';
import { splitHardware } from '@vigil/shared/domain/device-lists';
import { useTranslation } from 'react-i18next';
import { LoadingRows, EmptyNote } from '../../ui/list-state.tsx';
import classes from './detail.module.css';

export function HardwareTab({ detail }: { detail: DeviceDetail | null }) {
  const { t } = useTranslation('detail');
  if (!detail) return <LoadingRows rows={4} />;
  const entries = splitHardware(detail.hardware_name, detail.hardware_txt);
  if (entries.length === 0) return <EmptyNote title={t('hardware.empty')} />;
  return (
    <dl className={classes.fields}>
      {entries.map(({ name, description }, index) => (
        <div key={`${index}-${name}`}>
          <dt>{name}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
