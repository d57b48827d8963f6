import type { EntryOf, StreamEntry, StreamKind } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';
import { persistCommands } from './persist-commands.ts';
import { persistSystemInfo } from './persist-system-info.ts';
import { persistInventory } from './persist-inventory.ts';
import { persistUsageRollup } from './persist-usage-rollup.ts';
import { persistStates } from './persist-states.ts';
import type { Persist } from './consume.ts';

const only = <K extends StreamKind>(entries: readonly StreamEntry[], kind: K) =>
  entries.filter((entry): entry is EntryOf<K> => entry.kind === kind);

/** Each kind of entry, in batches. Every one of these may see an entry twice. */
export const createPersist =
  (deps: Deps): Persist =>
  async (entries) => {
    await persistStates(deps, only(entries, 'state'));
    await persistSystemInfo(deps, only(entries, 'system_info'));
    await persistInventory(deps, only(entries, 'inventory'));
    await persistCommands(deps, only(entries, 'command'));
    await persistUsageRollup(deps, only(entries, 'usage_rollup'));
  };
