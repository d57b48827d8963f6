import type { DevicePk } from '@vigil/shared/contract/ids';
import { MAX_DEVICE_MEMO, MAX_DEVICE_NAME } from '@vigil/shared/contract/limits';
import type { EditableFields } from '../../../entities/device/use-device-mutations.ts';
import type { FleetDevice } from '../../../live/fleet-device.ts';

/** Those that are typed or chosen in the list. */
export const draftFields = ['alias', 'memo', 'app_config_fk'] as const satisfies readonly (keyof EditableFields)[];
export type DraftField = (typeof draftFields)[number];

/** Spec 2 §9. */
export const lengthLimits = { alias: MAX_DEVICE_NAME, memo: MAX_DEVICE_MEMO } as const;

type Own = Pick<EditableFields, DraftField>;
type Values = Required<Own>;

/** What a user has typed into the row of a device, and has not saved. */
export interface DeviceDraft {
  readonly values: Readonly<Own>;
  /** What the device had when the field was changed, or when the user chose to keep the typed value. */
  readonly before: Readonly<Own>;
}
export type DeviceDrafts = ReadonlyMap<DevicePk, DeviceDraft>;

export const noDrafts: DeviceDrafts = new Map();

type Device = Pick<FleetDevice, 'pk'> & Readonly<Values>;

/** A value as it would be stored: names are trimmed. */
const stored = <F extends DraftField>(field: F, value: Values[F]): Values[F] =>
  field === 'alias' ? (String(value).trim() as Values[F]) : value;

/** A field as the row shows it. */
export const draftValueOf = <F extends DraftField>(
  draft: DeviceDraft | undefined,
  device: Device,
  field: F,
): Values[F] => {
  const typed = draft?.values[field];
  return typed === undefined ? device[field] : (typed as Values[F]);
};

/** Back to the value of the device, there is no draft of the field. */
export function withValue<F extends DraftField>(
  drafts: DeviceDrafts,
  device: Device,
  field: F,
  value: Values[F],
): DeviceDrafts {
  const draft = drafts.get(device.pk);
  const isSame = stored(field, value) === device[field] && value === device[field];
  if (isSame) return dropDraftField(drafts, device.pk, field);
  const known = draft?.before[field];
  const before = { ...draft?.before, [field]: known === undefined ? device[field] : known };
  return new Map(drafts).set(device.pk, { values: { ...draft?.values, [field]: value }, before });
}

export function dropDraftField(drafts: DeviceDrafts, pk: DevicePk, field: DraftField): DeviceDrafts {
  const draft = drafts.get(pk);
  if (!draft || draft.values[field] === undefined) return drafts;
  const { [field]: _value, ...values } = draft.values;
  const { [field]: _before, ...before } = draft.before;
  const next = new Map(drafts);
  if (Object.keys(values).length === 0) next.delete(pk);
  else next.set(pk, { values, before });
  return next;
}

/** The user keeps the typed value, although the device has another one by now. */
export function keepOwnValue(drafts: DeviceDrafts, device: Device, field: DraftField): DeviceDrafts {
  const draft = drafts.get(device.pk);
  if (!draft) return drafts;
  return new Map(drafts).set(device.pk, { ...draft, before: { ...draft.before, [field]: device[field] } });
}

const changedFields = (draft: DeviceDraft): readonly DraftField[] =>
  draftFields.filter((field) => draft.values[field] !== undefined);

/** Fields that another user changed since, to another value than the typed one. */
export const conflictingFields = (draft: DeviceDraft, device: Device): readonly DraftField[] =>
  changedFields(draft).filter(
    (field) => device[field] !== draft.before[field] && device[field] !== stored(field, draft.values[field]!),
  );

export type DeviceFieldProblem = 'empty' | 'too_long';

/** Spec 2 §5. */
export function fieldProblemOf(field: DraftField, value: string): DeviceFieldProblem | null {
  if (field === 'alias' && value.trim() === '') return 'empty';
  return field !== 'app_config_fk' && value.length > lengthLimits[field] ? 'too_long' : null;
}

const hasFault = ({ values }: DeviceDraft): boolean =>
  (['alias', 'memo'] as const).some((field) => {
    const value = values[field];
    return value !== undefined && fieldProblemOf(field, value) !== null;
  });

/** What is sent for a device: the changed fields, and what they are expected to be before. */
export interface DeviceEditRequest {
  readonly pk: DevicePk;
  readonly values: Own;
  readonly before: Own;
}

export interface DraftSummary {
  /** Devices with a draft. */
  readonly changed: number;
  readonly changes: readonly DeviceEditRequest[];
  /** Devices that cannot be saved yet. */
  readonly conflicts: number;
  readonly faults: number;
}

type DeviceOf = (pk: DevicePk) => Device | undefined;

/** A device that is gone, or out of sight, has nothing to save. It may come back into sight, so its draft is kept. */
const rowsOf = (drafts: DeviceDrafts, deviceOf: DeviceOf) =>
  [...drafts].flatMap(([pk, draft]) => {
    const device = deviceOf(pk);
    return device ? [{ pk, draft, device }] : [];
  });

/** How many devices have changes that would be lost. */
export const countChanged = (drafts: DeviceDrafts, deviceOf: DeviceOf): number => rowsOf(drafts, deviceOf).length;

export function summarizeDrafts(drafts: DeviceDrafts, deviceOf: DeviceOf): DraftSummary {
  const rows = rowsOf(drafts, deviceOf);
  const isConflict = ({ draft, device }: (typeof rows)[number]) => conflictingFields(draft, device).length > 0;
  const saved = rows.filter((row) => !isConflict(row) && !hasFault(row.draft));
  return {
    changed: rows.length,
    changes: saved.map(({ pk, draft: { values, before } }) => ({ pk, values, before })),
    conflicts: rows.filter(isConflict).length,
    faults: rows.filter(({ draft }) => hasFault(draft)).length,
  };
}
