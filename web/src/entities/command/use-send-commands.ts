import type { DevicePk } from '@vigil/shared/contract/ids';
import { MAX_BULK_DEVICES } from '@vigil/shared/contract/limits';
import { issueBulkCommand, issueCommand } from '@vigil/shared/contract/routes/commands';
import type { MenuCommand } from '@vigil/shared/domain/device-actions';
import { useCallback } from 'react';
import { chunksOf } from '../../lib/chunks-of.ts';
import { randomId } from '../../lib/random-id.ts';
import { useServices } from '../../lib/services.ts';
import type { CommandBatchItem } from '../../live/command-batch-store.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useLiveData } from '../../live/use-fleet.ts';

export type BulkCommandType = Exclude<MenuCommand, 'delete'>;

interface CommandSenders {
  /**
   * One command per device, followed in the tray. `confirm` is their number, once a person has confirmed it. Resolves
   * to the number of commands: devices that were refused have none.
   */
  bulk: (type: BulkCommandType, pks: readonly DevicePk[], confirm: number | undefined) => Promise<number>;
  /** The same for a later time; such commands are in the list of commands, not in the tray. */
  schedule: (
    type: BulkCommandType,
    pks: readonly DevicePk[],
    when: { at: Date; confirm: number | undefined },
  ) => Promise<number>;
  /** Wakes a device by the given sender. */
  wake: (pk: DevicePk, sender: DevicePk) => Promise<void>;
  /** Ends one process of a device. */
  endProcess: (device: Pick<FleetDevice, 'pk' | 'guid' | 'alias'>, process: NamedProcess) => Promise<void>;
}

interface NamedProcess {
  readonly pid: number;
  readonly name: string;
}

export function useSendCommands(): CommandSenders {
  const { api } = useServices();
  const { store, commands } = useLiveData();

  const aliasOf = useCallback((pk: DevicePk) => store.get(pk)?.alias ?? String(pk), [store]);
  const line = useCallback(
    (
      id: string,
      device_pk: DevicePk,
      state: CommandBatchItem['state'],
      message: string | null = null,
    ): CommandBatchItem => ({
      id,
      device_pk,
      alias: aliasOf(device_pk),
      state,
      percent: null,
      message,
    }),
    [aliasOf],
  );

  const bulk = useCallback<CommandSenders['bulk']>(
    async (type, pks, confirm) => {
      let issued = 0;
      for (const device_pks of chunksOf(pks, MAX_BULK_DEVICES)) {
        const bulk_id = randomId();
        const confirmed = confirm === undefined ? {} : { confirm: device_pks.length };
        const { objects } = await api.call(issueBulkCommand, { body: { device_pks, type, bulk_id, ...confirmed } });
        const sent = objects.commands.map(({ id, device_pk, state, senders = [] }) => ({
          ...line(id, device_pk, state),
          senders: senders.map(aliasOf),
        }));
        const refused = objects.refused.map(({ device_pk, code }) =>
          line(`${bulk_id}/${device_pk}`, device_pk, 'refused', code),
        );
        commands.add({ id: objects.bulk_id, type, startedAt: Date.now(), lines: [...sent, ...refused] });
        issued += sent.length;
      }
      return issued;
    },
    [api, commands, line, aliasOf],
  );

  const schedule = useCallback<CommandSenders['schedule']>(
    async (type, pks, { at, confirm }) => {
      let issued = 0;
      for (const device_pks of chunksOf(pks, MAX_BULK_DEVICES)) {
        const confirmed = confirm === undefined ? {} : { confirm: device_pks.length };
        const body = { device_pks, type, bulk_id: randomId(), schedule_time: at.toISOString(), ...confirmed };
        issued += (await api.call(issueBulkCommand, { body })).objects.commands.length;
      }
      return issued;
    },
    [api],
  );

  const wake = useCallback<CommandSenders['wake']>(
    async (pk, sender) => {
      const id = randomId();
      const device = store.get(pk);
      if (!device) return;
      const mac = device.mac_addr === null ? {} : { data: device.mac_addr };
      const body = { type: 'wol', id, ...mac, device_id: sender } as const;
      await api.call(issueCommand, { params: { guid: device.guid }, body });
      const lines = [{ ...line(id, pk, 'queued'), senders: [aliasOf(sender)] }];
      commands.add({ id, type: 'wol', startedAt: Date.now(), lines });
    },
    [api, store, commands, line, aliasOf],
  );

  const endProcess = useCallback<CommandSenders['endProcess']>(
    async ({ pk, guid, alias }, { pid, name }) => {
      const id = randomId();
      const body = { type: 'process_end', id, pid, process_name: name } as const;
      await api.call(issueCommand, { params: { guid }, body });
      const lines = [{ ...line(id, pk, 'queued'), alias: `${alias} · ${name}` }];
      commands.add({ id, type: 'process_end', startedAt: Date.now(), lines });
    },
    [api, commands, line],
  );

  return { bulk, schedule, wake, endProcess };
}
