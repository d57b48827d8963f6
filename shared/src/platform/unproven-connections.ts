import { clientNetwork, clientSite } from '../domain/ip-addresses.ts';

/** Connections without a proof, by where they come from. */
export interface UnprovenConnectionRegistry<Connection> {
  /** @returns the connection that has to go for the new one, which may be itself */
  add(conn: Connection, from: { address: string; at: number }): Connection | undefined;
  /** Counts bytes of a connection. @returns how many it has sent, or undefined for one that is proven */
  count(conn: Connection, bytes: number): number | undefined;
  /** @returns whether it was among them */
  delete(conn: Connection): boolean;
  /** Those that were added before a time. */
  addedBefore(time: number): Connection[];
  readonly size: number;
}

/** Above this share of the limit connections begin to go. */
const CROWDED = 0.8;
/** A client with a credential proves who it is within a few round trips. */
const SLOW_MS = 1_000;

interface Known {
  /** The site of the network, because some clients have a whole site of IPv6 networks. */
  readonly site: string;
  readonly network: string;
  readonly at: number;
  bytes: number;
}

/** The key that occurs most often; of several the first. */
function mostFrequent(keys: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  let found: [string, number] | undefined;
  for (const entry of counts) if (entry[1] > (found?.[1] ?? 0)) found = entry;
  return found?.[0];
}

/**
 * Holds a number of connections, so that a site that opens many and proves nothing takes no room from the others.
 * Beyond four fifths of the number those go that have been slow; at the number others, too. Always the oldest of the
 * network that has the most, in the site that has the most.
 */
export function createUnprovenConnectionRegistry<Connection>(limit: number): UnprovenConnectionRegistry<Connection> {
  /** The oldest first. */
  const connections = new Map<Connection, Known>();

  const addedUntil = (time: number): [Connection, Known][] => {
    const found: [Connection, Known][] = [];
    for (const entry of connections) {
      if (entry[1].at > time) break;
      found.push(entry);
    }
    return found;
  };

  const oldestOfMost = (entries: readonly [Connection, Known][]): Connection | undefined => {
    const site = mostFrequent(entries.map(([, known]) => known.site));
    const ofSite = entries.filter(([, known]) => known.site === site);
    const network = mostFrequent(ofSite.map(([, known]) => known.network));
    return ofSite.find(([, known]) => known.network === network)?.[0];
  };

  return {
    add(conn, { address, at }) {
      connections.set(conn, { site: clientSite(address), network: clientNetwork(address), at, bytes: 0 });
      if (connections.size <= limit * CROWDED) return undefined;
      const slow = oldestOfMost(addedUntil(at - SLOW_MS));
      return slow ?? (connections.size > limit ? oldestOfMost([...connections]) : undefined);
    },
    count(conn, bytes) {
      const known = connections.get(conn);
      return known && (known.bytes += bytes);
    },
    delete: (conn) => connections.delete(conn),
    addedBefore: (time) => [...connections].filter(([, { at }]) => at < time).map(([conn]) => conn),
    get size() {
      return connections.size;
    },
  };
}
