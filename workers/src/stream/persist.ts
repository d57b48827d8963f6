import type { StreamEntryOf, StreamEntry, StreamKind } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';
import { persistCommandProgress } from './persist-commands.ts';
import { persistConnectionStates } from './persist-connection-states.ts';
import { persistRefusedHardware } from './persist-hardware.ts';
import { persistInventory, persistPolicyStates, persistProcesses } from './persist-last-reports.ts';
import { persistRemoteSessions, persistTransferredFiles } from './persist-remote-sessions.ts';
import { auditReportedActions } from './persist-reported-actions.ts';
import { persistSystemInfo } from './persist-system-info.ts';
import { persistUsageRollup } from './persist-usage-rollup.ts';

const entriesOf = <K extends StreamKind>(entries: readonly StreamEntry[], kind: K) =>
  entries.filter((entry): entry is StreamEntryOf<K> => entry.kind === kind);

export type PersistEntries = (entries: readonly StreamEntry[]) => Promise<void>;

/** What is written for each kind, in this order; complete by type. */
const writers: { readonly [K in StreamKind]: (deps: Deps, entries: readonly StreamEntry[]) => Promise<unknown> } = {
  state: (deps, entries) => persistConnectionStates(deps, entriesOf(entries, 'state')),
  system_info: (deps, entries) => persistSystemInfo(deps, entriesOf(entries, 'system_info')),
  hardware: (deps, entries) => persistRefusedHardware(deps, entriesOf(entries, 'hardware')),
  inventory: (deps, entries) => persistInventory(deps, entriesOf(entries, 'inventory')),
  processes: (deps, entries) => persistProcesses(deps, entriesOf(entries, 'processes')),
  policy_state: (deps, entries) => persistPolicyStates(deps, entriesOf(entries, 'policy_state')),
  command: (deps, entries) => persistCommandProgress(deps, entriesOf(entries, 'command')),
  remote_state: (deps, entries) => persistRemoteSessions(deps, entriesOf(entries, 'remote_state')),
  file_transferred: (deps, entries) => persistTransferredFiles(deps, entriesOf(entries, 'file_transferred')),
  action_reported: (deps, entries) => auditReportedActions(deps, entriesOf(entries, 'action_reported')),
  usage_rollup: (deps, entries) => persistUsageRollup(deps, entriesOf(entries, 'usage_rollup')),
};

/** Writes a batch of entries, kind by kind. Each function is idempotent, because an entry may be delivered twice. */
export const createEntryBatchPersister =
  (deps: Deps): PersistEntries =>
  async (entries) => {
    for (const write of Object.values(writers)) await write(deps, entries);
  };
