import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ViewerAction } from './viewer-action.ts';
import type { MonitorChoice } from './viewer-session.ts';

/** No monitor has this name. */
const WHOLE_SCREEN = '';

interface MonitorSelectProps {
  choice: MonitorChoice;
  onSend: (action: ViewerAction) => void;
}

/** Which monitor of the device is shown. */
export function MonitorSelect({ choice: { monitors, chosen }, onSend }: MonitorSelectProps) {
  const { t } = useTranslation('viewer');
  const sizes = monitors.map(({ name, w, h }) => ({ value: name, label: t('monitor_size', { name, w, h }) }));
  return (
    <NativeSelect
      size="xs"
      aria-label={t('monitor')}
      value={chosen ?? WHOLE_SCREEN}
      data={[{ value: WHOLE_SCREEN, label: t('whole_screen') }, ...sizes]}
      onChange={({ currentTarget: { value } }) => onSend({ t: 'monitor', name: value === WHOLE_SCREEN ? null : value })}
    />
  );
}
