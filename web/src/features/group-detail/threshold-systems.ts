import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import { alertCodeOf, alertCodesOf, type AlertKind } from '@vigil/shared/domain/thresholds';

/** The systems that have codes of their own (spec 3 §3). */
export const alertSystems = [1, 2, 3, 4, 5] as const;
/** One system, or all of them: a threshold for all is stored once for each (decision 135). */
export type SystemChoice = (typeof alertSystems)[number] | 'all';

export const codesOf = (system: SystemChoice, kind: AlertKind): readonly AlertCode[] =>
  system === 'all' ? alertCodesOf(kind) : [system].flatMap((os) => alertCodeOf(os, kind) ?? []);

export interface ThresholdValues<T> {
  /** Those of the codes. */
  readonly all: readonly T[];
  /** One that stands for all codes, which have the same value; null where they differ, and where there is none. */
  readonly same: T | null;
  /** The codes do not have the same value, or only some have one. */
  readonly isMixed: boolean;
}

/** What thresholds hold for some codes, as one value where they agree. */
export function thresholdValues<T extends AlertThreshold>(
  thresholds: readonly T[],
  codes: readonly AlertCode[],
): ThresholdValues<T> {
  const all = thresholds.filter(({ alert_code }) => codes.includes(alert_code));
  const [first] = all;
  const isSame =
    all.length === codes.length &&
    all.every((one) => one.alert_time === first?.alert_time && one.alert_th_value === first.alert_th_value);
  return { all, same: isSame && first ? first : null, isMixed: all.length > 0 && !isSame };
}
