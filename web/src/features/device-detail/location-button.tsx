import { Anchor } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { NO_VALUE } from '../../lib/format.ts';
import { deviceLocationDialog } from '../../entities/device/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';

/** Opens the map, for a device that reports its location. */
export function LocationButton({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('detail');
  const openDialog = useSetAtom(openDialogAtom);
  const { latitude, longitude, alias: agentName } = device;
  if (latitude === null || longitude === null) return NO_VALUE;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => openDialog(deviceLocationDialog({ latitude, longitude, agentName }))}
    >
      {t('show_map')}
    </Anchor>
  );
}
