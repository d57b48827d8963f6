import type { Incident } from '@vigil/shared/contract/http/incidents';
import { isInQuietHours } from '@vigil/shared/domain/quiet-hours';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  browserNotificationsAtom,
  notificationPermission,
  showNotification,
} from '../../entities/incident/browser-notifications.ts';
import { useIncidentFacts } from '../../entities/incident/use-incident-facts.ts';
import { useIncidentText } from '../../entities/incident/use-incident-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { claimUntold } from './told-incidents.ts';

/** More at once are told as their number. */
const MOST_AT_ONCE = 3;

/** One that is open again within minutes keeps its time, and does not ring again. */
const keyOf = ({ pk, opened_at }: Incident): string => `${pk}@${opened_at}`;

/**
 * Shows a notification of the browser for each incident that begins while the page is open, if the user wants them: in
 * one of his tabs, and not in his quiet hours.
 */
export function useIncidentNotifications(list: readonly Incident[] | undefined): void {
  const isWanted = useAtomValue(browserNotificationsAtom);
  const known = useRef<ReadonlySet<string> | null>(null);
  const isQuiet = useIsQuietNow();
  const show = useShowIncidents();
  const latest = useLatest({ isWanted, isQuiet, show });
  useEffect(() => {
    if (!list) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...list.map(keyOf)]);
    const { isWanted: wanted, isQuiet: quiet } = latest.current;
    // What was there when the page was opened is in the bell.
    if (!before || !wanted || notificationPermission() !== 'granted') return;
    const begun = list.filter((incident) => incident.resolved_at === null && !before.has(keyOf(incident)));
    if (begun.length === 0 || quiet()) return;
    void claimUntold(begun.map(keyOf), localStorage, navigator.locks).then((untold) =>
      latest.current.show(begun.filter((incident) => untold.includes(keyOf(incident)))),
    );
  }, [list, latest]);
}

function useIsQuietNow(): () => boolean {
  const { profile } = useViewer();
  const time = useTimeFormat();
  return () => Boolean(profile.quiet_hours && isInQuietHours(profile.quiet_hours, time.wall(Date.now())));
}

function useShowIncidents(): (incidents: readonly Incident[]) => void {
  const { t } = useTranslation('bell');
  const textOf = useIncidentText();
  const factsOf = useIncidentFacts();
  const language = useLanguage();
  const navigate = useNavigate();
  const leadTo = (path: string) => () => void navigate(`/${language}/${path}`);
  return (incidents) => {
    if (incidents.length > MOST_AT_ONCE) {
      const title = t('several_began', { count: incidents.length });
      showNotification({ title, text: '', tag: 'incidents', onClick: leadTo('incidents') });
      return;
    }
    for (const incident of incidents) {
      const { pk } = incident;
      const text = factsOf(incident).join(' · ');
      const onClick = leadTo(`incidents/${pk}?state=all`);
      showNotification({ title: textOf(incident), text, tag: `incident-${pk}`, onClick });
    }
  };
}
