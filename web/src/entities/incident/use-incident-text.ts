import type { Incident } from '@vigil/shared/contract/http/incidents';
import type { AlertKind } from '@vigil/shared/domain/thresholds';
import { useTranslation } from 'react-i18next';
import { useGroupPlace } from '../group/use-groups.ts';

/** What happened, as one sentence. */
export function useIncidentText(): (incident: Incident) => string {
  const { t } = useTranslation(['incidents', 'bell']);
  const placeOf = useGroupPlace();
  const groupText = (pk: Incident['group_pk'], name: string) => (pk !== null && placeOf(pk)) || name;
  const kindText = (kind: number) => t(`bell:kind.${kind as AlertKind}`);
  return ({ cause, address, name, group_pk, device_count: count, site_count: of, alert_kind, alert_kinds }) => {
    if (cause === 'site') return of === null ? t('site', { address, count }) : t('site_of', { address, count, of });
    if (cause === 'group')
      return t('group', {
        name: groupText(group_pk, name),
        count,
        kind: alert_kind === null ? '' : kindText(alert_kind),
      });
    return t('device', { name, kinds: alert_kinds.map(kindText).join(', ') });
  };
}
