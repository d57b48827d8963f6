import type { EntryOf, StreamEntry, StreamKind } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';
import { persistCommands } from './persist-commands.ts';
import { persistSystemInfo } from './persist-system-info.ts';
import { persistInventory } from './persist-inventory.ts';
import { persistUsageRollup } from './persist-usage-rollup.ts';
import { persistStates } from './persist-states.ts';
import type { Persist } from './consume.ts';

/** Complete by type; executed in this order, because later kinds refer to what earlier ones wrote. */
const persistKinds: { readonly [K in StreamKind]: (deps: Deps, entries: EntryOf<K>[]) => Promise<unknown> } = {
  state: persistStates,
  system_info: persistSystemInfo,
  inventory: persistInventory,
  command: persistCommands,
  usage_rollup: persistUsageRollup,
};

const entriesOf = <K extends StreamKind>(entries: readonly StreamEntry[], kind: K) =>
  entries.filter((entry): entry is EntryOf<K> => entry.kind === kind);

/** Writes a batch of entries, kind by kind. Each function is idempotent, because an entry may be delivered twice. */
export const createPersist =
  (deps: Deps): Persist =>
  async (entries) => {
    const persistKind = <K extends StreamKind>(kind: K) => persistKinds[kind](deps, entriesOf(entries, kind));
    for (const kind of Object.keys(persistKinds) as StreamKind[]) await persistKind(kind);
  };
