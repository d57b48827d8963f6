import type { AlertThreshold } from '@vigil/shared/contract/alert';
import { auditCode, auditTypeIds, type AuditCode } from '@vigil/shared/contract/audit-codes';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { writeAudits, type AuditEntry } from '@vigil/shared/platform/audits';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { selectPathNames } from '../../access/group-paths.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import type { StoredGroup } from './queries.ts';

export const readGroupPath = async (tx: ReadTx, pk: GroupPk): Promise<string> =>
  (await selectPathNames(tx, [pk])).get(pk) ?? '';

const entryOf = (
  group: GroupPk,
  code: AuditCode,
  [oldValue, newValue]: readonly [string | null, string | null],
): AuditEntry => ({
  code,
  type: auditTypeIds.action,
  subject: { group },
  oldValue,
  newValue,
});

/** Records new groups with their paths. */
export async function auditNewGroups(tx: Tx, caller: Caller, rows: readonly StoredGroup[]): Promise<void> {
  const paths = await selectPathNames(
    tx,
    rows.map(({ pk }) => pk),
  );
  await writeAudits(
    tx,
    caller,
    rows.map(({ pk, name }) => entryOf(pk, auditCode.groupCreated, [null, paths.get(pk) ?? name])),
  );
}

/** One field of a group, and its column; the place of the group has a path for its value. */
const fields = {
  name: 'name',
  dev_limit: 'deviceLimit',
  flag_confirm: 'flagConfirm',
  manager_name: 'managerName',
  manager_email: 'managerEmail',
  manager_phone: 'managerPhone',
} as const satisfies Record<string, keyof StoredGroup>;

/** Records each field that has changed, by its name in the contract. @param path of the group before the change */
export async function auditGroupChange(
  tx: Tx,
  caller: Caller,
  { path, before, after }: { path: string; before: StoredGroup; after: StoredGroup },
): Promise<void> {
  const changed = Object.entries(fields)
    .filter(([, column]) => before[column] !== after[column])
    .map(([field, column]) => [field, String(before[column]), String(after[column])] as const);
  const parentOf = async ({ groupFk }: StoredGroup) => (groupFk === null ? '' : readGroupPath(tx, groupFk));
  const moved =
    before.groupFk === after.groupFk ? [] : [['group_fk', await parentOf(before), await parentOf(after)] as const];
  await writeAudits(
    tx,
    caller,
    [...changed, ...moved].map(([field, old, value]) =>
      entryOf(after.pk, auditCode.groupChanged, [`${path} ${field}: ${old}`, `${path} ${field}: ${value}`]),
    ),
  );
}

/** Records deleted groups with their paths, and that their devices are in the default group now. */
export async function auditGroupDeletion(
  tx: Tx,
  caller: Caller,
  { paths, moved, home }: { paths: ReadonlyMap<GroupPk, string>; moved: readonly MovedDevice[]; home: string },
): Promise<void> {
  await writeAudits(tx, caller, [
    ...moved.map(({ pk, from }): AuditEntry => ({
      code: auditCode.groupMove,
      type: auditTypeIds.action,
      subject: { device: pk },
      oldValue: paths.get(from) ?? '',
      newValue: home,
    })),
    ...[...paths].map(([pk, path]): AuditEntry => ({
      ...entryOf(pk, auditCode.groupDeleted, [path, null]),
      type: auditTypeIds.deletion,
    })),
  ]);
}

interface MovedDevice {
  readonly pk: DevicePk;
  readonly from: GroupPk;
}

const limitOf = (threshold: AlertThreshold | undefined) =>
  String(threshold?.alert_th_value ?? threshold?.alert_time ?? '');

/** Records a threshold of a group that was set or deleted, with the value or the minutes. */
export async function auditThreshold(
  tx: Tx,
  caller: Caller,
  change: { group: GroupPk; before: AlertThreshold | undefined; after: AlertThreshold | undefined },
): Promise<void> {
  const { before, after } = change;
  if (limitOf(before) === limitOf(after)) return;
  const about = `${await readGroupPath(tx, change.group)} ${before?.alert_code ?? after?.alert_code ?? ''}`;
  await writeAudits(tx, caller, [
    entryOf(change.group, auditCode.alertThreshold, [
      before ? `${about}: ${limitOf(before)}` : null,
      after ? `${about}: ${limitOf(after)}` : null,
    ]),
  ]);
}
