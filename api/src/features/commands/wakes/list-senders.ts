import { Problem } from '@vigil/shared/contract/problems';
import { actionDenial } from '@vigil/shared/domain/device-actions';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { viewerOf } from '../../../access/viewer.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import type { CommandTarget } from '../queries.ts';
import { readWakeReadinessLookup } from './readiness.ts';

/** Lists the devices that could wake one, the best first. @throws Problem `not_allowed` */
export async function listWakeSenders(
  deps: Pick<Deps, 'redis' | 'now'>,
  tx: ReadTx,
  { caller, target }: { caller: Caller; target: CommandTarget },
) {
  const denial = actionDenial('wol', viewerOf(caller));
  if (denial) throw new Problem('not_allowed', denial);
  const readiness = await readWakeReadinessLookup(deps, tx, { caller, sleepers: [target] });
  return {
    mac_addr: target.macAddr,
    objects: readiness.sendersOf(target).map(readiness.candidate),
    reason: readiness.problemOf(target),
    last_proven_at: readiness.provenAt(target),
  };
}
