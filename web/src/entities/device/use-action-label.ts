import { isMenuCommand, type MenuAction } from '@vigil/shared/domain/device-actions';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../session/viewer.ts';

const labels = {
  detail: 'devices:detail',
  live: 'devices:live',
  favourite: 'devices:favourite_add',
  edit: 'devices:edit_device',
  config: 'devices:apply_config',
  tag: 'devices:tag',
  move: 'devices:move',
  approve: 'devices:approve',
  reject: 'devices:reject',
  remote: 'devices:remote',
  view: 'devices:remote_view',
  transfer: 'devices:transfer',
  location: 'devices:location',
  split: 'clones:action.split',
  merge: 'clones:action.merge',
  dismiss: 'clones:action.dismiss',
  application_install: 'devices:install_application',
} as const;

export function useActionLabel(): (action: MenuAction) => string {
  const { t } = useTranslation(['devices', 'commands', 'clones']);
  const { viewer } = useViewer();
  return useCallback(
    (action) => {
      if (action === 'approve' && viewer.usesApproval) return t('devices:request_access');
      return isMenuCommand(action) ? t(`commands:type.${action}`) : t(labels[action]);
    },
    [t, viewer.usesApproval],
  );
}
