/**
 * An event within the gateway: `add` registers a listener, and calling the hook calls all listeners in the order of
 * registration.
 */
export interface Hook<A extends readonly unknown[], R = void> {
  (...args: A): R[];
  add(listener: (...args: A) => R): void;
}

export function createHook<A extends readonly unknown[], R = void>(): Hook<A, R> {
  const listeners: ((...args: A) => R)[] = [];
  const tell = (...args: A): R[] => listeners.map((listener) => listener(...args));
  return Object.assign(tell, { add: (listener: (...args: A) => R) => void listeners.push(listener) });
}
