import type { CommandType } from '@vigil/shared/contract/command';
import { issueBulk, issueCommand } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback } from 'react';
import type { CommandLine } from '../../live/command-board.ts';
import { useFleet } from '../../live/use-fleet.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useServices } from '../../lib/services.ts';

export type BulkType = Exclude<CommandType, 'wol' | 'delete'>;

interface SendCommand {
  /** One command per device, followed in the tray. */
  bulk: (type: BulkType, pks: readonly DevicePk[]) => Promise<void>;
  /** Wakes devices, by the given sender or by a neighbour that the server chooses. */
  wake: (pks: readonly DevicePk[], sender: DevicePk | null) => Promise<void>;
}

export function useSendCommand(): SendCommand {
  const { api } = useServices();
  const { store, commands } = useFleet();

  const aliasOf = useCallback((pk: DevicePk) => store.get(pk)?.alias ?? String(pk), [store]);
  const line = useCallback(
    (id: string, device_pk: DevicePk, state: CommandLine['state'], message: string | null = null): CommandLine => ({
      id,
      device_pk,
      alias: aliasOf(device_pk),
      state,
      percent: null,
      message,
    }),
    [aliasOf],
  );

  const bulk = useCallback<SendCommand['bulk']>(
    async (type, pks) => {
      const bulk_id = crypto.randomUUID();
      const body = { device_pks: [...pks], type, confirm: pks.length, bulk_id };
      const { objects } = await api.call(issueBulk, { body });
      const sent = objects.commands.map(({ id, device_pk, state }) => line(id, device_pk, state));
      const refused = objects.refused.map(({ device_pk, code }) =>
        line(`${bulk_id}/${device_pk}`, device_pk, 'refused', code),
      );
      commands.add({ id: objects.bulk_id, type, startedAt: Date.now(), lines: [...sent, ...refused] });
    },
    [api, commands, line],
  );

  const wake = useCallback<SendCommand['wake']>(
    async (pks, sender) => {
      const lines = await Promise.all(
        pks.map(async (pk) => {
          const id = crypto.randomUUID();
          const device = store.get(pk);
          if (!device) return line(id, pk, 'refused', 'not_found');
          const mac = device.mac_addr === null ? {} : { data: device.mac_addr };
          const from = sender === null ? {} : { device_id: sender };
          try {
            await api.call(issueCommand, { params: { guid: device.guid }, body: { type: 'wol', id, ...mac, ...from } });
            return line(id, pk, 'queued');
          } catch (error) {
            if (!isApiProblem(error)) throw error;
            return line(id, pk, 'refused', error.code);
          }
        }),
      );
      commands.add({ id: crypto.randomUUID(), type: 'wol', startedAt: Date.now(), lines });
    },
    [api, store, commands, line],
  );

  return { bulk, wake };
}
