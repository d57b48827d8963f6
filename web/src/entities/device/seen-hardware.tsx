import type { SeenHardware } from '@vigil/shared/contract/http/device-clone';
import { useTranslation } from 'react-i18next';
import { NO_VALUE } from '../../lib/format.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import classes from './seen-hardware.module.css';

interface SeenHardwareListProps {
  own: SeenHardware | null;
  others: readonly SeenHardware[];
}

/** The hardware that used the key of a device, side by side: the device's own first. */
export function SeenHardwareList({ own, others }: SeenHardwareListProps) {
  const { t } = useTranslation('clones');
  return (
    <div className={classes.list}>
      {own && <Entry title={t('own')} hardware={own} />}
      {others.map((hardware) => (
        <Entry
          key={`${hardware.mac_addr} ${hardware.first_seen}`}
          title={hardware.split_at === null ? t('other') : t('split_off')}
          hardware={hardware}
        />
      ))}
    </div>
  );
}

function Entry({ title, hardware }: { title: string; hardware: SeenHardware }) {
  const { t } = useTranslation(['clones', 'detail']);
  const time = useTimeFormat();
  const { name, mac_addr, s_pri_ip, s_pub_ip, user_os_str, first_seen, last_seen, connected_at, device } = hardware;
  const fields = [
    [t('field.mac_addr'), mac_addr],
    [t('field.address'), [s_pri_ip, s_pub_ip].filter(Boolean).join(' · ')],
    [t('field.system'), user_os_str],
    [t('field.first_seen'), time.minute(first_seen)],
    [t('field.last_seen'), time.minute(last_seen)],
    [t('field.connected'), connected_at === null ? t('refused') : time.minute(connected_at)],
    ...(device ? [[t('field.device'), device.alias] as const] : []),
  ] as const;
  return (
    <section className={classes.entry}>
      <h4>{name === '' ? title : `${title}: ${name}`}</h4>
      <dl>
        {fields.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' ? NO_VALUE : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
