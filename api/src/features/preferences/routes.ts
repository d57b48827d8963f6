import {
  MAX_PREFERENCE_BYTES,
  MAX_PREFERENCES,
  listPreferences,
  readPreference,
  writePreference,
  type Preference,
  type StoredPreference,
} from '@vigil/shared/contract/http/preferences';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  countOtherPreferences,
  deletePreference,
  lockOwnerOfPreferences,
  selectPreference,
  selectPreferences,
  upsertPreference,
  wirePreference,
} from './queries.ts';

export function registerPreferenceRoutes(routes: RouteRegistry, { database }: Deps): void {
  routes.on(listPreferences, async ({ caller }) => {
    const rows = await database.read(caller.company, (tx) => selectPreferences(tx, caller));
    return { objects: rows.map(wirePreference) };
  });

  routes.on(readPreference, async ({ caller, params }) => {
    const rows = await database.read(caller.company, (tx) => selectPreference(tx, caller, params.key));
    return { objects: rows.map(wirePreference) };
  });

  routes.change(writePreference, {
    prepare: ({ body }) => {
      if (Buffer.byteLength(JSON.stringify(body.value)) > MAX_PREFERENCE_BYTES)
        throw new Problem('too_large', { field: 'body.value', detail: MAX_PREFERENCE_BYTES });
    },
    rule: (tx, { caller, params, body }) => write(tx, caller, { key: params.key, value: body.value }),
  });
}

async function write(tx: Tx, caller: Caller, written: Preference): Promise<StoredPreference[]> {
  if (written.value === null) {
    await deletePreference(tx, caller, written.key);
    return [];
  }
  await lockOwnerOfPreferences(tx, caller);
  if ((await countOtherPreferences(tx, caller, written.key)) >= MAX_PREFERENCES)
    throw new Problem('too_large', { field: 'params.key', detail: MAX_PREFERENCES });
  return (await upsertPreference(tx, caller, written)).map(wirePreference);
}
