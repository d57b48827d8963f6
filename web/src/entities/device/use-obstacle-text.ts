import { problemTexts } from '@vigil/shared/contract/problem-texts';
import type { Obstacle } from '@vigil/shared/domain/device-actions';
import type { Refusal } from '@vigil/shared/domain/permissions';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';

const named = [
  'isAdmin',
  'isCorporate',
  'useFunction',
  'modifyInformation',
  'CSRestart',
  'CSUpdate',
  'CSThumbnailView',
] as const;
type Named = (typeof named)[number];
const isNamed = (detail: string): detail is Named => (named as readonly string[]).includes(detail);

/** The text for why an action is not possible: a missing permission, or the state of the device. */
export function useObstacleText(): { ofRefusal: (refusal: Refusal) => string; of: (obstacle: Obstacle) => string } {
  const { t } = useTranslation();
  const language = useLanguage();
  const ofRefusal = useCallback(
    ({ detail }: Refusal) => (isNamed(detail) ? t(`need.${detail}`) : t('need.other')),
    [t],
  );
  const of = useCallback(
    (obstacle: Obstacle) =>
      obstacle.kind === 'refused' ? ofRefusal(obstacle.refusal) : problemTexts[obstacle.code][language],
    [ofRefusal, language],
  );
  return { ofRefusal, of };
}
