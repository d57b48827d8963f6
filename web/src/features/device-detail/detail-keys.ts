import type { DevicePk } from '@vigil/shared/contract/ids';

export const detailKey = (pk: DevicePk) => ['device', pk] as const;
export const commandsKey = (pk: DevicePk) => ['device-commands', pk] as const;
export const activityKey = (pk: DevicePk) => ['device-activity', pk] as const;
