import { createHash } from 'node:crypto';
import { IdentityFromEnrolment } from '@vigil/agent/identity';
import type { StateStore } from '@vigil/agent/state-store';
import * as z from 'zod';

/** `key` (PEM) for a device that has made a key of its own, instead of the one that its seed gives. */
const IdentityWithOptionalOwnKey = IdentityFromEnrolment.extend({ key: z.string().optional() });
export type IdentityWithOptionalOwnKey = z.infer<typeof IdentityWithOptionalOwnKey>;

/** The identities of the fleet of one seed at one server, by index, so that a second run need not enrol again. */
export interface IdentityCache {
  get(index: number): IdentityWithOptionalOwnKey | null;
  set(index: number, identity: IdentityWithOptionalOwnKey): void;
  /** Writes the changes to the store. */
  save(): void;
}

const Identities = z.record(z.string(), IdentityWithOptionalOwnKey);

export function openIdentityCache(store: StateStore, server: string, seed: number): IdentityCache {
  const file = `fleet-${seed}-${createHash('sha256').update(server).digest('hex').slice(0, 8)}.json`;
  const identities = readIdentities(store, file);
  let hasChanged = false;
  return {
    get: (index) => identities[index] ?? null,
    set(index, identity) {
      identities[index] = identity;
      hasChanged = true;
    },
    save() {
      if (hasChanged) store.write(file, JSON.stringify(identities));
      hasChanged = false;
    },
  };
}

function readIdentities(store: StateStore, file: string): Record<string, IdentityWithOptionalOwnKey> {
  try {
    return Identities.parse(JSON.parse(store.read(file) ?? '{}'));
  } catch {
    return {};
  }
}
