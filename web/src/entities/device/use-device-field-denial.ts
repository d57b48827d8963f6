import { replaceDeviceTags, updateDevice } from '@vigil/shared/contract/routes/devices';
import { denialReason, deviceFieldChangeNeeds, guestSessionDenial } from '@vigil/shared/domain/permissions';
import { useViewer } from '../session/viewer.ts';
import { useObstacleText } from './use-obstacle-text.ts';

type DeviceField = keyof typeof deviceFieldChangeNeeds;
const fields = Object.keys(deviceFieldChangeNeeds) as DeviceField[];

/** Why the viewer may not change a field of devices, or null. */
export function useDeviceFieldDenial(): (field: DeviceField) => string | null {
  const { viewer } = useViewer();
  const { ofDenial } = useObstacleText();
  return (field) => {
    const endpoint = field === 'tags' ? replaceDeviceTags : updateDevice;
    const denial = denialReason(viewer, deviceFieldChangeNeeds[field]) ?? guestSessionDenial(viewer, endpoint);
    return denial && ofDenial(denial);
  };
}

/** Whether the viewer may change any field of devices. */
export function useMayEdit(): boolean {
  const denialOf = useDeviceFieldDenial();
  return fields.some((field) => denialOf(field) === null);
}
