import { Skeleton, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { deviceLocationDialog } from '../../entities/device/dialogs.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LocationForm } from './location-form.tsx';

const LocationMap = lazyWithPreload(async () => (await import('../../ui/map.tsx')).SingleLocationMap);

/** The location of a device (spec 1 §2, agent map), which administrators may set by hand. */
export function AgentMapDialog({ request, onClose }: DialogProps<typeof deviceLocationDialog>) {
  const { pk, latitude, longitude, agentName: name } = request;
  const { t } = useTranslation('dialogs');
  const { map_tiles_url: tilesUrl, map_attribution: attribution } = useInstallationSettings();
  const [failed, setFailed] = useState(false);
  return (
    <Dialog title={t('map.title', { name })} size="lg" onClose={onClose}>
      <Text size="sm" mb="sm">
        {t('map.coordinates', { latitude, longitude })}
      </Text>
      {tilesUrl !== '' && (
        <Suspense fallback={<Skeleton height={420} />}>
          <LocationMap
            latitude={latitude}
            longitude={longitude}
            name={name}
            label={t('map.region', { name })}
            tilesUrl={tilesUrl}
            attribution={attribution}
            zoomLabels={{ in: t('map.zoom_in'), out: t('map.zoom_out') }}
            unreachableNote={t('map.unreachable')}
            onTileError={() => setFailed(true)}
          />
        </Suspense>
      )}
      {(tilesUrl === '' || failed) && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {t(tilesUrl === '' ? 'map.none' : 'map.offline')}
        </Text>
      )}
      <LocationForm device={{ pk, latitude, longitude }} onSaved={onClose} />
    </Dialog>
  );
}
