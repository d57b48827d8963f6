import { createHash } from 'node:crypto';
import { Identity } from '@vigil/agent/identity';
import type { StateStore } from '@vigil/agent/state-store';
import { z } from 'zod';

/** Identities by index, of the fleet of one seed at one server, so that a second run need not enrol it again. */
export interface CredentialCache {
  find(index: number): Identity | null;
  keep(index: number, identity: Identity): void;
  /** Writes what was kept since. */
  flush(): void;
}

const Kept = z.record(z.string(), Identity);

export function openCredentials(store: StateStore, server: string, seed: number): CredentialCache {
  const file = `fleet-${seed}-${createHash('sha256').update(server).digest('hex').slice(0, 8)}.json`;
  const kept = read(store, file);
  let changed = false;
  return {
    find: (index) => kept[index] ?? null,
    keep(index, identity) {
      kept[index] = identity;
      changed = true;
    },
    flush() {
      if (changed) store.write(file, JSON.stringify(kept));
      changed = false;
    },
  };
}

function read(store: StateStore, file: string): Record<string, Identity> {
  try {
    return Kept.parse(JSON.parse(store.read(file) ?? '{}'));
  } catch {
    return {};
  }
}
