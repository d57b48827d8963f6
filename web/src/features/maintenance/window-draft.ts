import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { createMaintenanceWindow, MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import {
  periodToForm,
  emptyPeriodForm,
  parsePeriodForm,
  type AccessPeriodFormValues,
} from '../../entities/approval/access-period-input.ts';
import type { MaintenancePreset } from '../../entities/maintenance/dialogs.ts';
import { allWeekDays } from '../../lib/week-days.ts';

export type WindowBody = NonNullable<CallOf<typeof createMaintenanceWindow>['body']>;

/** From now on, in minutes; `period` is from a time to another. */
export const windowLengths = ['30', '60', '120', '480', 'period'] as const;
type WindowLength = (typeof windowLengths)[number];
export const repeatChoices = ['once', 'daily', 'days'] as const;
type RepeatChoice = (typeof repeatChoices)[number];
export type TargetKind = MaintenanceWindow['target']['kind'];

/** What the form holds. */
export interface WindowDraft {
  readonly reason: string;
  readonly kind: TargetKind;
  readonly devices: readonly DevicePk[];
  readonly group: string | null;
  readonly tags: readonly string[];
  readonly length: WindowLength;
  readonly typed: AccessPeriodFormValues;
  readonly repeat: RepeatChoice;
  readonly days: readonly number[];
  readonly zone: number;
}

export function newWindowDraft(preset: MaintenancePreset | undefined, zone: number): WindowDraft {
  return {
    reason: '',
    kind: preset?.kind ?? 'group',
    devices: preset?.kind === 'devices' ? preset.pks : [],
    group: preset?.kind === 'group' ? String(preset.pk) : null,
    tags: [],
    length: '30',
    typed: emptyPeriodForm,
    repeat: 'once',
    days: [],
    zone,
  };
}

/** @param wall formats an instant on the clock of the window's zone */
export function windowDraftOf(window: MaintenanceWindow, wall: (at: number) => string): WindowDraft {
  const { reason, target, repeat, time_zone } = window;
  const days = repeat?.week_days ?? [];
  return {
    reason,
    kind: target.kind,
    devices: target.kind === 'devices' ? target.devices.map(({ pk }) => pk) : [],
    group: target.kind === 'group' ? String(target.group_pk) : null,
    tags: target.kind === 'tags' ? target.tags : [],
    length: 'period',
    typed: periodToForm(window, wall),
    repeat: repeat === null ? 'once' : days.length === allWeekDays.length ? 'daily' : 'days',
    days,
    zone: time_zone,
  };
}

function targetOf({ kind, devices, group, tags }: WindowDraft) {
  if (kind === 'all') return { all: true } as const;
  if (kind === 'tags') return tags.length === 0 ? null : { tags: [...tags] };
  if (kind === 'group') return group === null ? null : { group_pk: Number(group) as GroupPk };
  return devices.length === 0 ? null : { device_pks: [...devices] };
}

/**
 * @param now on the clock of the draft's zone, as `YYYY-MM-DD HH:mm`
 * @param firstDay of the window that is changed: it may have begun
 * @returns why it cannot be sent, or the body
 */
export function windowBodyOf(
  draft: WindowDraft,
  { now, firstDay }: { now: string; firstDay: string | undefined },
): 'target' | 'time' | 'days' | WindowBody {
  const { reason, length, typed, repeat, days, zone } = draft;
  const target = targetOf(draft);
  if (!target) return 'target';
  if (length !== 'period') return { reason, ...target, minutes: Number(length) };
  const isRepeated = repeat !== 'once';
  if (repeat === 'days' && days.length === 0) return 'days';
  // A window that repeats may have begun long ago.
  const earliest = isRepeated ? (typed.startDate ?? undefined) : firstDay;
  const period = parsePeriodForm(typed, isRepeated ? '' : now, earliest);
  if (!period) return 'time';
  const week_days = repeat === 'daily' ? [...allWeekDays] : [...days];
  return {
    reason,
    ...target,
    start_time: period.start,
    end_time: period.end,
    time_zone: zone,
    repeat: isRepeated ? { week_days } : null,
  };
}
