import type { EntryOf, StreamEntry, StreamKind } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';
import { persistCommands } from './persist-commands.ts';
import { persistSystemInfo } from './persist-system-info.ts';
import { persistInventory } from './persist-inventory.ts';
import { persistUsageRollup } from './persist-usage-rollup.ts';
import { persistStates } from './persist-states.ts';
import type { Persist } from './consume.ts';

const entriesOf = <K extends StreamKind>(entries: readonly StreamEntry[], kind: K) =>
  entries.filter((entry): entry is EntryOf<K> => entry.kind === kind);

/** Writes a batch of entries, kind by kind. Each function is idempotent, because an entry may be delivered twice. */
export const createPersist =
  (deps: Deps): Persist =>
  async (entries) => {
    await persistStates(deps, entriesOf(entries, 'state'));
    await persistSystemInfo(deps, entriesOf(entries, 'system_info'));
    await persistInventory(deps, entriesOf(entries, 'inventory'));
    await persistCommands(deps, entriesOf(entries, 'command'));
    await persistUsageRollup(deps, entriesOf(entries, 'usage_rollup'));
  };
