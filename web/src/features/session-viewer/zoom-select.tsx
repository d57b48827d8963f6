import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const scales = [0.5, 1, 1.5, 2] as const;
/** As large as the window allows, or pixels of the page for each of the device. */
export type Zoom = 'fit' | (typeof scales)[number];

interface ZoomSelectProps {
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
}

/** How large the screen of the device is shown. */
export function ZoomSelect({ zoom, onZoom }: ZoomSelectProps) {
  const { t } = useTranslation('viewer');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('zoom')}
      value={String(zoom)}
      data={[
        { value: 'fit', label: t('fit') },
        ...scales.map((scale) => ({ value: String(scale), label: t('zoom_scale', { percent: scale * 100 }) })),
      ]}
      onChange={({ currentTarget: { value } }) => onZoom(scales.find((scale) => String(scale) === value) ?? 'fit')}
    />
  );
}
