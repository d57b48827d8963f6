import { Anchor, Badge, Group } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useDeviceConfig } from '../../entities/config/app-configs.ts';
import { useSourceText } from '../../entities/config/use-source-text.ts';
import { effectiveConfigDialog } from '../../entities/device/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { NO_VALUE } from '../../lib/format.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';

/** Which configuration applies first, where it comes from, and whether the agent has applied the settings. */
export function DeviceConfigSummary({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('config');
  const sourceText = useSourceText();
  const openDialog = useSetAtom(openDialogAtom);
  const { data } = useDeviceConfig(device);
  const [nearest] = data?.sources ?? [];
  if (!data || !nearest) return NO_VALUE;
  const isApplied = data.version !== null && data.version === data.applied_version;
  return (
    <Group gap={8}>
      <span>
        {nearest.config_name}
        {nearest.source === 'group' && ` · ${sourceText(nearest)}`}
      </span>
      <Badge size="sm" variant="light" tt="none" color={isApplied ? 'green' : 'blue'} role="status">
        {t(isApplied ? 'state.applied' : 'state.waiting')}
      </Badge>
      <Anchor
        component="button"
        type="button"
        size="xs"
        onClick={() => openDialog(effectiveConfigDialog({ pk: device.pk }))}
      >
        {t('what_applies')}
      </Anchor>
    </Group>
  );
}
