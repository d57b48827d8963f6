import type { Profile } from '@vigil/shared/contract/http/profile';
import { licenceWarning } from '@vigil/shared/domain/licences';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { warningDialog } from '../../ui/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';

/** Warns administrators, who can renew it, once a day, from a week before the licence ends (spec 1 §4). */
export function LicenceEndReminder() {
  const { t } = useTranslation('shell');
  const { profile, viewer } = useViewer();
  const { standalone } = useInstallationSettings();
  const openDialog = useSetAtom(openDialogAtom);
  const time = useTimeFormat();
  const ends = endOf(profile);

  useEffect(() => {
    const now = Date.now();
    const warning = ends === null || standalone || !viewer.flags.isAdmin ? null : licenceWarning(ends, now);
    const today = time.date(now);
    if (ends === null || warning === null || window.localStorage.getItem(storageKey.popupSkip) === today) return;
    window.localStorage.setItem(storageKey.popupSkip, today);
    openDialog(
      warningDialog({
        title: t(`licence.${warning}_title`),
        text: t(`licence.${warning}`, { time: time.minute(ends) }),
      }),
    );
  }, [ends, standalone, viewer, time, openDialog, t]);
  return null;
}

/** The end of the last of the company's licences. */
const endOf = ({ license }: Profile): number | null => {
  const ends = license.list.map(({ pay_expire }) => Date.parse(pay_expire));
  return ends.length === 0 ? null : Math.max(...ends);
};
