import { createHash } from 'node:crypto';
import { Identity } from '@vigil/agent/identity';
import type { StateStore } from '@vigil/agent/state-store';
import { z } from 'zod';

/** The identities of the fleet of one seed at one server, by index, so that a second run need not enrol again. */
export interface IdentityCache {
  get(index: number): Identity | null;
  set(index: number, identity: Identity): void;
  /** Writes the changes to the store. */
  save(): void;
}

const Identities = z.record(z.string(), Identity);

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

function readIdentities(store: StateStore, file: string): Record<string, Identity> {
  try {
    return Identities.parse(JSON.parse(store.read(file) ?? '{}'));
  } catch {
    return {};
  }
}
