import { randomUUID } from 'node:crypto';
import type { ApplicationCommandArgs } from '@vigil/shared/contract/application';
import {
  commandOfAction,
  removableKinds,
  supportsKind,
  type ApplicationAction,
} from '@vigil/shared/contract/application-rules';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { installApplication } from '@vigil/shared/contract/http/applications';
import type { CommandId, DevicePk } from '@vigil/shared/contract/ids';
import { Problem, type ProblemCode } from '@vigil/shared/contract/problems';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import { writeAudits } from '@vigil/shared/platform/audits';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { CommandSigner } from '@vigil/shared/platform/command-signer';
import { verifyPassword } from '@vigil/shared/platform/passwords';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { assertDeviceCountConfirmed } from '../../../access/bulk-confirmation.ts';
import type { Deps } from '../../../deps.ts';
import { createRateLimits } from '../../../http/rate-limits.ts';
import type { Call } from '../../../http/routes.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { commandIdInBulk } from '../../../ledger/ledger.ts';
import { findCommandTargets, selectCommandsOfBulk, type CommandTarget } from '../queries.ts';
import { scheduleOf } from '../schedule.ts';
import { commandProblem, issueCommands, type CommandRequest } from '../service.ts';
import {
  findVisibleApplication,
  insertApplicationCommands,
  selectSubtreeDevices,
  type StoredApplication,
} from './queries.ts';

type Install = typeof installApplication;

interface Ready {
  readonly kind: ApplicationCommandArgs['kind'];
  readonly sha256: string;
}

interface Prepared {
  readonly stored: StoredApplication;
  readonly ready: Ready;
  readonly online: ReadonlySet<DevicePk>;
  readonly notBefore: Date | undefined;
  readonly bulkId: string;
}

/** @throws Problem `application_not_ready`, `install_unsupported` */
function readyFor({ state, kind, sha256, flagInstall }: StoredApplication, action: ApplicationAction): Ready {
  if (state !== 'ready' || kind === null || sha256 === null) throw new Problem('application_not_ready');
  if (action === 'install' && flagInstall === 0) throw new Problem('application_not_ready');
  if (action === 'uninstall' && !removableKinds.has(kind)) throw new Problem('install_unsupported');
  return { kind, sha256 };
}

function jobOf(
  { pk, name, version, size, installArgs, runAfter }: StoredApplication,
  { kind, sha256 }: Ready,
  { id, action, notBefore }: { id: CommandId; action: ApplicationAction; notBefore: Date | undefined },
): ApplicationCommandArgs {
  return {
    application_pk: pk,
    name: `${name} ${version}`,
    path: `/agents/applications/${id}`,
    kind,
    size,
    sha256,
    install_args: action === 'install' ? installArgs : [],
    run_after: action === 'install' ? runAfter : [],
    ...(notBefore === undefined ? {} : { not_before: notBefore.toISOString() }),
  };
}

export function createApplicationInstaller(deps: Deps, signer: CommandSigner) {
  const { database, redis, now } = deps;
  const limits = createRateLimits(deps);

  const auditWrongPin = (caller: Caller, { name, version }: StoredApplication) =>
    commitChange(deps, caller.company, (tx) => {
      const newValue = JSON.stringify({ name, version, wrong_pin: true });
      return writeAudits(tx, caller, [
        { code: auditCode.application, type: auditTypeIds.action, subject: null, newValue },
      ]);
    });

  /**
   * Four digits are guessed by those who may try as often as they like. Who guesses keeps nobody else from installing.
   */
  const checkPin = async (caller: Caller, application: StoredApplication, pin = '') => {
    const { pinHash } = application;
    if (pinHash === null) return;
    const check = async () => {
      if (await verifyPassword(pin, pinHash)) return;
      await auditWrongPin(caller, application);
      throw new Problem('invalid_pin', { field: 'body.pin' });
    };
    const isFailure = (cause: unknown) => cause instanceof Problem && cause.code === 'invalid_pin';
    await limits.runWithFailureLimit('application-pin', { account: String(caller.user) }, { work: check, isFailure });
  };

  return {
    /** @throws Problem as `installApplication` says */
    async prepare({ caller, params: { pk }, body }: Call<Install>): Promise<Prepared> {
      const { action, device_pks: named, device_group_pk: group } = body;
      if ((named === undefined) === (group === undefined)) throw new Problem('malformed', { field: 'body.device_pks' });
      const notBefore = scheduleOf(body.schedule_time, now());
      await limits.take('bulk', { account: String(caller.user) });
      const stored = await database.read(caller.company, (tx) => findVisibleApplication(tx, caller, pk));
      if (!stored) throw new Problem('not_found');
      const ready = readyFor(stored, action);
      await checkPin(caller, stored, body.pin);
      const online = await onlineDevices(redis, caller.company);
      return { stored, ready, online, notBefore, bulkId: body.bulk_id ?? randomUUID() };
    },
    /** Orders the commands of the devices that admit it, and says why others do not. */
    async order(
      tx: ChangeTx,
      { caller, params: { pk }, body }: Call<Install>,
      { stored, ready, online, notBefore, bulkId }: Prepared,
    ): Promise<ObjectsOf<Install>> {
      const { action, device_pks: named, device_group_pk: group } = body;
      const type = commandOfAction[action];
      const pks = group === undefined ? [...new Set(named)] : await selectSubtreeDevices(tx, caller, group);
      const targets = new Map((await findCommandTargets(tx, caller, pks)).map((row) => [row.pk, row]));
      const isForOther = (target: CommandTarget) => !supportsKind(target.osId, ready.kind, action);
      const others = [...targets.values()].filter(isForOther).length;
      await assertDeviceCountConfirmed(tx, caller, { count: pks.length - others, confirm: body.confirm });
      const windows = await readOpenWindowDevices(tx, caller, new Date(now()));
      const problemOfTarget = (
        target: CommandTarget | undefined,
        state: { online: boolean; windows: typeof windows },
      ) => {
        if (!target) return 'not_found';
        if (isForOther(target)) return 'install_unsupported';
        return commandProblem(caller, type, { target, ...state })?.code;
      };
      const refused: { device_pk: (typeof pks)[number]; code: ProblemCode }[] = [];
      const orders = pks.flatMap((device): CommandRequest[] => {
        const target = targets.get(device);
        // Whether a device is online at the time of a scheduled installation is seen then.
        const state = { windows, online: notBefore !== undefined || online.has(device) };
        const problem = problemOfTarget(target, state);
        if (problem || !target) {
          refused.push({ device_pk: device, code: problem ?? 'not_found' });
          return [];
        }
        const id = commandIdInBulk(bulkId, type, device);
        return [{ target, type, args: { ...jobOf(stored, ready, { id, action, notBefore }) }, bulkId, id, notBefore }];
      });
      const recorded = await issueCommands(tx, caller, orders, { signer, now: now() });
      await insertApplicationCommands(
        tx,
        recorded.map(({ id, companyFk, deviceFk }) => ({ id, companyFk, deviceFk, applicationFk: pk, action })),
      );
      const all = await selectCommandsOfBulk(tx, bulkId, type);
      const done = new Set(all.map((one) => one.deviceFk));
      return {
        bulk_id: bulkId,
        commands: all.map(({ id, deviceFk, state }) => ({ id, device_pk: deviceFk, state })),
        refused: refused.filter((one) => !done.has(one.device_pk)),
      };
    },
  };
}
