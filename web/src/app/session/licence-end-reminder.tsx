import type { Profile } from '@vigil/shared/contract/http/profile';
import { licenceWarning } from '@vigil/shared/domain/licences';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePreference } from '../../entities/preference/use-preference.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useLastDay } from '../../entities/session/use-last-day.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { choiceDialog } from '../../ui/dialogs.ts';

const REMINDED_PREFERENCE_KEY = 'licence_reminded';

/**
 * Warns administrators, who can renew it, once a day in all their browsers, from a week before the licence ends
 * (spec 1 §4).
 */
export function LicenceEndReminder() {
  const { t } = useTranslation('shell');
  const { profile, viewer } = useViewer();
  const { standalone } = useInstallationSettings();
  const openDialog = useSetAtom(openDialogAtom);
  const time = useTimeFormat();
  const lastDay = useLastDay(profile.license.time_zone);
  const language = useLanguage();
  const navigate = useNavigate();
  const ends = endOf(profile);
  const [, changeReminded] = usePreference(REMINDED_PREFERENCE_KEY);

  useEffect(() => {
    const now = Date.now();
    const warning = ends === null || standalone || !viewer.flags.isAdmin ? null : licenceWarning(ends, now);
    const today = time.date(now);
    if (ends === null || warning === null) return;
    const dialog = choiceDialog({
      title: t(`licence.${warning}_title`),
      text: t(`licence.${warning}`, { time: lastDay(new Date(ends).toISOString()) }),
      actions: [
        {
          label: t('licence.open'),
          primary: true,
          run: () => void navigate(`/${language}/management/license`),
        },
      ],
    });
    // Another browser may have reminded today: only the server knows.
    changeReminded((before) => {
      if (before !== today) openDialog(dialog);
      return today;
    });
  }, [ends, standalone, viewer, time, lastDay, language, navigate, openDialog, t, changeReminded]);
  return null;
}

/** The end of the last of the company's licences. */
const endOf = ({ license }: Profile): number | null => {
  const ends = license.list.map(({ pay_expire }) => Date.parse(pay_expire));
  return ends.length === 0 ? null : Math.max(...ends);
};
