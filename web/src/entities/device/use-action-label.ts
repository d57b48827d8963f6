import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isCommand, type DeviceAction } from './device-actions.ts';
import { useViewer } from '../session/viewer.ts';

const labels = {
  detail: 'devices:detail',
  favourite: 'devices:favourite_add',
  rename: 'devices:rename',
  config: 'devices:apply_config',
  move: 'devices:move',
  approve: 'devices:approve',
} as const;

export function useActionLabel(): (action: DeviceAction) => string {
  const { t } = useTranslation(['devices', 'commands']);
  const { viewer } = useViewer();
  return useCallback(
    (action) => {
      if (action === 'approve' && viewer.usesApproval) return t('devices:request_access');
      return isCommand(action) ? t(`commands:type.${action}`) : t(labels[action]);
    },
    [t, viewer.usesApproval],
  );
}
