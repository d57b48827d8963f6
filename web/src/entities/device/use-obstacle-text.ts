import type { DevicePk } from '@vigil/shared/contract/ids';
import { problems } from '@vigil/shared/contract/problems';
import type { ActionObstacle } from '@vigil/shared/domain/device-actions';
import type { Denial } from '@vigil/shared/domain/permissions';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import { useAccessWindows } from './use-access-windows.ts';

const named = [
  'isAdmin',
  'isCorporate',
  'useFunction',
  'modifyInformation',
  'CSRemoteControl',
  'CSFileManager',
  'CSRestart',
  'CSUpdate',
  'CSThumbnailView',
  'file_transfer',
  'file_transfer_of_user',
  'no_file_viewer',
  'min_os',
  'vaccine',
  'pictures',
  'guest',
  'temporary',
] as const;
type Named = (typeof named)[number];
const isNamed = (detail: string): detail is Named => (named as readonly string[]).includes(detail);

/** The text for why an action is not possible: a missing permission, or the state of the device. */
export function useObstacleText(): {
  ofDenial: (denial: Pick<Denial, 'detail'>) => string;
  /** @param device names the time at which an approved window of the user on it opens */
  of: (obstacle: ActionObstacle, device?: DevicePk) => string;
} {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = useTimeFormat();
  const ofDenial = useCallback(
    ({ detail }: Pick<Denial, 'detail'>) => (isNamed(detail) ? t(`need.${detail}`) : t('need.other')),
    [t],
  );
  const windows = useAccessWindows();
  const of = useCallback(
    (obstacle: ActionObstacle, device?: DevicePk) => {
      if (obstacle.kind === 'denied') return ofDenial(obstacle.denial);
      const window = obstacle.code === 'out_of_window' && device !== undefined ? windows(device) : null;
      return window?.state === 'ahead'
        ? t('opens_at', { time: time.minute(window.opensAt) })
        : problems[obstacle.code][language];
    },
    [ofDenial, language, windows, t, time],
  );
  return { ofDenial, of };
}
