import { IconAlertTriangle, IconNetworkOff, type Icon } from '@tabler/icons-react';
import type { Incident } from '@vigil/shared/contract/http/incidents';
import { alertKindOf } from '@vigil/shared/domain/thresholds';
import { alertIcons } from '../alert/alert-icons.ts';

/** What is wrong, at a glance: the kind of the alert of one device, or that several are concerned. */
export function iconOfIncident({ cause, leading_alert }: Pick<Incident, 'cause' | 'leading_alert'>): Icon {
  if (cause === 'site') return IconNetworkOff;
  return cause === 'device' && leading_alert ? alertIcons[alertKindOf(leading_alert.alert_code)] : IconAlertTriangle;
}
