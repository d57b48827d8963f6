import { Anchor } from '@mantine/core';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { RED_CPU_TEMPERATURE } from '@vigil/shared/domain/usage-levels';
import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceLocationDialog } from '../../entities/device/dialogs.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { NO_VALUE, rpmText, temperatureText } from '../../lib/format.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { DeviceConfigSummary } from './device-config-summary.tsx';
import { FileTransferSwitch } from './file-transfer-switch.tsx';
import classes from './detail.module.css';

/** Opens the map, for a device that reports its location. */
function LocationButton({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('detail');
  const openDialog = useSetAtom(openDialogAtom);
  const { pk, latitude, longitude, alias: agentName } = device;
  if (latitude === null || longitude === null) return NO_VALUE;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => openDialog(deviceLocationDialog({ pk, latitude, longitude, agentName }))}
    >
      {t('show_map')}
    </Anchor>
  );
}

interface Field {
  label: string;
  value: ReactNode;
  red?: boolean;
}

/** The device's report about itself and its network. Measures are live, the rest is as last read. */
export function DetailFields({ device, detail }: { device: FleetDevice; detail: DeviceDetail }) {
  const { t } = useTranslation(['detail', 'devices']);
  const time = useTimeFormat();
  const at = (value: string | null) =>
    value === null || Number.isNaN(Date.parse(value)) ? t('devices:never') : time.second(value);
  const or = (value: string | null) => (value === null || value === '' ? NO_VALUE : value);

  const status: Field[] = [
    { label: t('field.version'), value: or(device.cs_ver) },
    { label: t('field.running_time'), value: detail.running_time === null ? NO_VALUE : time.span(detail.running_time) },
    { label: t('field.last_connected'), value: at(device.last_connected_time) },
    { label: t('field.last_disconnected'), value: at(device.last_disconnected_time) },
    {
      label: t('field.cpu_temp'),
      value: temperatureText(device.cpu_temp),
      red: device.cpu_temp !== null && device.cpu_temp >= RED_CPU_TEMPERATURE,
    },
    { label: t('field.hdd_temp'), value: temperatureText(device.hdd_temp) },
    { label: t('field.fan'), value: rpmText(device.fan_speed) },
  ];
  const network: Field[] = [
    { label: t('field.ip_addr'), value: or(detail.ip_addr) },
    { label: t('field.s_pub_ip'), value: or(device.s_pub_ip) },
    { label: t('field.netmask'), value: or(detail.netmask) },
    { label: t('field.gateway'), value: or(detail.gateway) },
    { label: t('field.dns'), value: or(detail.dns) },
    { label: t('field.mac_addr'), value: or(device.mac_addr) },
  ];
  const system: Field[] = [
    { label: t('field.system_time'), value: at(detail.system_time) },
    { label: t('field.time_zone'), value: or(detail.time_zone) },
    { label: t('field.bios'), value: or(detail.bios) },
    { label: t('field.place'), value: <LocationButton device={device} /> },
  ];
  const settings: Field[] = [
    { label: t('field.config'), value: <DeviceConfigSummary device={device} /> },
    { label: t('devices:transfer'), value: <FileTransferSwitch device={device} /> },
  ];
  return (
    <div className={classes.tables}>
      <FieldList title={t('status')} fields={status} />
      <FieldList title={t('network')} fields={network} />
      <FieldList title={t('system')} fields={system} />
      <FieldList title={t('settings')} fields={settings} />
    </div>
  );
}

function FieldList({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={classes.fields}>
        {fields.map(({ label, value, red }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-red={red || undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
