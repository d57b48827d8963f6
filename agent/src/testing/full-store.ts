import { memoryStore, type StateStore } from '../state-store.ts';

/** A store whose disk can be full: nothing is written then, and what is there can be read and deleted. */
export function fillableStore(): StateStore & { isFull: boolean } {
  const memory = memoryStore();
  const check = () => {
    if (store.isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const store: StateStore & { isFull: boolean } = {
    ...memory,
    isFull: false,
    write(name, text) {
      check();
      memory.write(name, text);
    },
    append(name, text, how) {
      check();
      memory.append(name, text, how);
    },
  };
  return store;
}
