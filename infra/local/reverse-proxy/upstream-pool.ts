import { createHash } from 'node:crypto';

export type Upstream = { readonly host: string; readonly port: number };

export type UpstreamPool = {
  /** All of them, the one with the fewest connections first; for sockets that nothing ties to one gateway. */
  byLoad(): Upstream[];
  /** All of them, always in the same order for the same key; long polling must find the gateway that knows it. */
  byKey(key: string): Upstream[];
  /** Counts a connection until it is disposed. */
  open(upstream: Upstream): Disposable;
  /** Moves an upstream that did not answer to the end of every order for a while. */
  markDown(upstream: Upstream): void;
};

// As long as a gateway needs to start again: until then each try would only cost a refused connection.
const DOWN_MS = 500;

export function createUpstreamPool(upstreams: readonly Upstream[], now: () => number = Date.now): UpstreamPool {
  const connections = new Map(upstreams.map((upstream) => [upstream, 0]));
  const downUntil = new Map<Upstream, number>();
  const isDown = (upstream: Upstream): number => ((downUntil.get(upstream) ?? 0) > now() ? 1 : 0);
  const load = (upstream: Upstream): number => connections.get(upstream) ?? 0;
  return {
    byLoad: () => upstreams.toSorted((a, b) => isDown(a) - isDown(b) || load(a) - load(b)),
    byKey: (key) => {
      const order = upstreams.map((upstream) => ({ upstream, rank: rank(key, upstream) }));
      return order
        .toSorted((a, b) => isDown(a.upstream) - isDown(b.upstream) || a.rank.localeCompare(b.rank))
        .map(({ upstream }) => upstream);
    },
    open(upstream) {
      connections.set(upstream, load(upstream) + 1);
      return { [Symbol.dispose]: () => void connections.set(upstream, load(upstream) - 1) };
    },
    markDown: (upstream) => void downUntil.set(upstream, now() + DOWN_MS),
  };
}

// Rendezvous hashing: when one gateway leaves, only its own clients move.
const rank = (key: string, { host, port }: Upstream): string =>
  createHash('sha1').update(`${key}|${host}:${port}`).digest('hex');
