import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type {
  VersionedFunctionSettings,
  previewFunctionSettings,
  writeFunctionSettings,
} from '@vigil/shared/contract/http/function-settings';
import { Problem } from '@vigil/shared/contract/problems';
import { policyAuditEntry, writeAudits } from '@vigil/shared/platform/audits';
import { announceOnCommit, publishFleetOnCommit } from '@vigil/shared/platform/changes/commit-change';
import {
  agentPoliciesOf,
  framePoliciesOf,
  lockPolicies,
  readVersionedPolicies,
  wireNameOf,
  writePolicies,
} from '@vigil/shared/platform/policies';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { countExpiringEntries, countOverlongSessions, readPolicyEffects, requireOffered } from './queries.ts';
import { listFieldsChangedSince, policiesOfCheckedSettings, wireFunctionSettings } from './wire.ts';

export function createFunctionSettings(deps: Deps) {
  const { database, redis, accessPolicies, now } = deps;

  const read = (caller: Caller): Promise<VersionedFunctionSettings> =>
    database.read(caller.company, async (tx) => {
      await requireOffered(tx, caller.company);
      return wireFunctionSettings(await readVersionedPolicies(tx, caller.company));
    });

  /** @throws Problem as `writeFunctionSettings` says */
  const write = async (
    caller: Caller,
    body: BodyOf<typeof writeFunctionSettings>,
  ): Promise<VersionedFunctionSettings> => {
    const wanted = policiesOfCheckedSettings(body);
    const at = new Date(now());
    await accessPolicies.change(caller.company, async (tx) => {
      await requireOffered(tx, caller.company);
      const before = await lockPolicies(tx, caller.company);
      if (before.version !== body.version)
        throw new Problem('conflict', { field: 'body.version', detail: listFieldsChangedSince(before, body.version) });
      // Those that the limit of before has ended by now are not the consequence of this change.
      const ended = wanted.sessionTime === before.sessionTime ? 0 : await countOverlongSessions(tx, wanted, at);
      if (ended > 0 && body.confirm !== ended)
        throw new Problem('confirm_required', { field: 'body.confirm', detail: ended });
      if (wanted.statisticsDeletePeriod < before.statisticsDeletePeriod) {
        const old = await countExpiringEntries(tx, wanted, { company: caller.company, at });
        if (body.confirm_rows !== old)
          throw new Problem('confirm_required', { field: 'body.confirm_rows', detail: old });
      }
      const changes = await writePolicies(tx, before, { wanted, name: caller.name, at });
      await writeAudits(
        tx,
        caller,
        changes.map((change) => policyAuditEntry(wireNameOf(change.column), change)),
      );
      if (changes.length === 0) return { value: undefined, done: false };
      const after = { ...before, ...wanted };
      const [policies, frames] = [agentPoliciesOf(after), framePoliciesOf(after)];
      publishFleetOnCommit(tx, [{ t: 'settings_changed', policies, frames, configs: [], groups: [] }]);
      announceOnCommit(tx, { kind: 'policy' });
      return { value: undefined, done: true };
    });
    return read(caller);
  };

  /** @throws Problem the first that a check of spec 2 §5 finds */
  const preview = async (
    caller: Caller,
    body: BodyOf<typeof previewFunctionSettings>,
  ): Promise<ObjectsOf<typeof previewFunctionSettings>> => {
    const wanted = policiesOfCheckedSettings(body);
    const online = await onlineDevices(redis, caller.company);
    const at = new Date(now());
    return database.read(caller.company, async (tx) => {
      await requireOffered(tx, caller.company);
      return readPolicyEffects(tx, wanted, { caller, at, online });
    });
  };

  return { read, write, preview };
}
