import type { DevicePk } from '@vigil/shared/contract/ids';
import type { UsageRange } from './usage-series.ts';

export const detailKey = (pk: DevicePk) => ['device', pk] as const;
export const commandsKey = (pk: DevicePk) => ['device-commands', pk] as const;
export const activityKey = (pk: DevicePk) => ['device-activity', pk] as const;
export const usageHistoryKey = (pk: DevicePk, range: UsageRange) => ['device-usage', pk, range] as const;
