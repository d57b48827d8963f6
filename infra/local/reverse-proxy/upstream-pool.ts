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
        .toSorted((a, b) => isDown(a.upstream) - isDown(b.upstream) || a.rank - b.rank)
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
const rank = (key: string, { host, port }: Upstream): number => hash(`${key}|${host}:${port}`);

/**
 * FNV-1a with the last mixing of MurmurHash3, in 32 bits: `node:crypto` is 2 MB that nothing else of this process
 * needs.
 */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2_b2_ae_35);
  return (value ^ (value >>> 16)) >>> 0;
}
