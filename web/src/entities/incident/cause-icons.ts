import { IconAlertTriangle, IconDeviceDesktopOff, IconNetworkOff, type Icon } from '@tabler/icons-react';
import type { IncidentCauseKind } from '@vigil/shared/contract/names';

export const causeIcons: { readonly [C in IncidentCauseKind]: Icon } = {
  site: IconNetworkOff,
  group: IconAlertTriangle,
  device: IconDeviceDesktopOff,
};
