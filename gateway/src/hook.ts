/** Something that happens: `add` registers who is told of it, in the order of registration; the hook itself tells them. */
export interface Hook<A extends readonly unknown[], R = void> {
  (...args: A): R[];
  add(listener: (...args: A) => R): void;
}

export function createHook<A extends readonly unknown[], R = void>(): Hook<A, R> {
  const listeners: ((...args: A) => R)[] = [];
  const tell = (...args: A): R[] => listeners.map((listener) => listener(...args));
  return Object.assign(tell, { add: (listener: (...args: A) => R) => void listeners.push(listener) });
}
