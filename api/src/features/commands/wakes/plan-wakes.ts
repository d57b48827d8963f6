import { randomUUID } from 'node:crypto';
import { CommandId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { WAKE_WITHIN_MS } from '@vigil/shared/domain/wake-progress';
import { MAX_WAKE_SENDERS, wakeProblem, type SenderFinder } from '@vigil/shared/domain/wake-senders';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { commandIdInBulk, insertNewCommands, insertFirstCommandSteps } from '../../../ledger/ledger.ts';
import type { CommandTarget } from '../queries.ts';
import { queueCommandsOnCommit, issueCommands, type LedgerRow, type SigningContext } from '../service.ts';

/** A wake that is possible: the device to wake, its address, and the devices that send the packet. */
export interface PlannedWake {
  readonly sleeper: CommandTarget;
  readonly mac: string;
  readonly senders: readonly CommandTarget[];
  readonly id: CommandId;
  readonly bulkId?: string | undefined;
}

interface WakeRequest {
  readonly sleeper: CommandTarget;
  readonly sendersOf: SenderFinder<CommandTarget>;
  /** Has to be the address that the device reported; it names no other device to wake. */
  readonly macAddr?: string | undefined;
  /** The only one to send. */
  readonly sender?: number | undefined;
  readonly id?: CommandId | undefined;
  readonly bulkId?: string;
}

/** Hexadecimal pairs, in either case, between either separator. */
const isSameAddress = (one: string, other: string): boolean => plainAddress(one) === plainAddress(other);
const plainAddress = (address: string): string => address.replaceAll(/[:-]/g, '').toLowerCase();

/**
 * The first senders send at once, not one after another: a packet that arrives twice does no harm, each order is signed
 * for the next 60 s only, and waiting for the next one would take the device's time to start away from the five
 * minutes.
 */
export function planWake(request: WakeRequest): PlannedWake | Problem {
  const { sleeper, macAddr, sender, sendersOf, id, bulkId } = request;
  const chosen =
    sender === undefined ? sendersOf(sleeper, MAX_WAKE_SENDERS) : sendersOf(sleeper).filter(({ pk }) => pk === sender);
  const code = wakeProblem(sleeper, chosen);
  if (code !== null || !sleeper.macAddr) return new Problem(code ?? 'mac_unknown');
  if (macAddr !== undefined && !isSameAddress(macAddr, sleeper.macAddr))
    return new Problem('mac_unknown', { field: 'body.data' });
  return { sleeper, mac: sleeper.macAddr, senders: chosen, id: id ?? CommandId.parse(randomUUID()), bulkId };
}

/**
 * Ledger rows of wakes and, below each, one signed command for each sender. A wake itself is not signed, because it is
 * sent to no device.
 * @returns the rows that are new, wakes first; a repeated request makes none
 */
export async function issueWakes(
  tx: ChangeTx,
  caller: Caller,
  wakes: readonly PlannedWake[],
  signing: SigningContext,
): Promise<{ wakes: LedgerRow[]; packets: LedgerRow[] }> {
  const deadline = new Date(signing.now + WAKE_WITHIN_MS);
  const rows = await insertNewCommands(
    tx,
    wakes.map(({ id, sleeper, mac, bulkId }) => ({
      id,
      type: 'wol' as const,
      args: { mac_addr: mac },
      deadline,
      effectBy: deadline,
      companyFk: caller.company,
      deviceFk: sleeper.pk,
      deviceAlias: sleeper.alias,
      issuedBy: caller.user,
      issuerName: caller.name,
      bulkId: bulkId ?? null,
    })),
  );
  if (rows.length === 0) return { wakes: [], packets: [] };
  await insertFirstCommandSteps(tx, rows);
  queueCommandsOnCommit(tx, caller, rows);
  const isNew = new Set(rows.map(({ id }) => id));
  const orders = wakes
    .filter(({ id }) => isNew.has(id))
    .flatMap(({ id, sleeper, mac, senders }) =>
      senders.map((target) => ({
        target,
        type: 'wol' as const,
        args: { mac_addr: mac, target_device_pk: sleeper.pk },
        id: commandIdInBulk(id, 'wol', target.pk),
        parent: id,
      })),
    );
  return { wakes: rows, packets: await issueCommands(tx, caller, orders, signing) };
}
