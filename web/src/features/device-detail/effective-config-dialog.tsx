import { Table, Text } from '@mantine/core';
import type { EffectiveDeviceConfig } from '@vigil/shared/contract/http/app-configs';
import { useTranslation } from 'react-i18next';
import { useDeviceConfig } from '../../entities/config/app-configs.ts';
import { isShownKey } from '../../entities/config/shown-keys.ts';
import { useSourceText } from '../../entities/config/use-source-text.ts';
import { useValueText } from '../../entities/config/use-value-text.ts';
import type { effectiveConfigDialog } from '../../entities/device/dialogs.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryContent } from '../../ui/read-state.tsx';

/** What applies to a device, key by key, and from where. */
export function EffectiveConfigDialog({ request: { pk }, onClose }: DialogProps<typeof effectiveConfigDialog>) {
  const { t } = useTranslation('config');
  const device = useDevice(pk);
  return (
    <Dialog title={t('device_title', { name: device?.alias ?? '' })} size="lg" onClose={onClose}>
      {device && <Keys device={device} />}
    </Dialog>
  );
}

function Keys({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('config');
  const query = useDeviceConfig(device);
  const valueText = useValueText();
  const originOf = useOrigin();
  if (query.isError || !query.data) return <QueryContent query={query} failed={t('failed')} loading={8} />;
  const config = query.data;
  return (
    <>
      <Table verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('setting')}</Table.Th>
            <Table.Th>{t('value')}</Table.Th>
            <Table.Th>{t('source')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {config.keys.map(
            ({ key, value, from }) =>
              isShownKey(key) && (
                <Table.Tr key={key}>
                  <Table.Td>{t(`key.${key}`)}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueText(key, value)}</Table.Td>
                  <Table.Td>{originOf(config, from)}</Table.Td>
                </Table.Tr>
              ),
          )}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed" mt="md" role="status">
        {t(config.version !== null && config.version === config.applied_version ? 'state.applied' : 'state.waiting')}
      </Text>
    </>
  );
}

type From = EffectiveDeviceConfig['keys'][number]['from'];

function useOrigin(): (config: EffectiveDeviceConfig, from: From) => string {
  const { t } = useTranslation('config');
  const sourceText = useSourceText();
  return ({ sources }, from) => {
    if (from === 'company') return t('from_company');
    const source = from === null ? undefined : sources[from];
    if (!source) return t('from_standard');
    // The default configuration is named by its source.
    return source.source === 'default' ? sourceText(source) : `${source.config_name} · ${sourceText(source)}`;
  };
}
