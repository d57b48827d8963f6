/** Connections without a proof, by the network that they come from. */
export interface UnprovenConnections<Connection> {
  /** @returns the connection that has to go because there would be too many: the oldest of the network that has the most */
  add(conn: Connection, from: { network: string; at: number }): Connection | undefined;
  /** Counts bytes of a connection. @returns how many it has sent, or undefined for one that is proven */
  count(conn: Connection, bytes: number): number | undefined;
  delete(conn: Connection): void;
  /** Those that were added before a time. */
  addedBefore(time: number): Connection[];
  readonly size: number;
}

/** So that one network that opens connections and proves nothing takes no room from the others. */
export function createUnprovenConnections<Connection>(most: number): UnprovenConnections<Connection> {
  const connections = new Map<Connection, { readonly network: string; readonly at: number; bytes: number }>();
  const networks = new Map<string, Set<Connection>>();

  const largest = (): Connection | undefined => {
    let found: Set<Connection> | undefined;
    for (const own of networks.values()) if (own.size > (found?.size ?? 0)) found = own;
    return found?.values().next().value;
  };

  return {
    add(conn, { network, at }) {
      connections.set(conn, { network, at, bytes: 0 });
      networks.set(network, (networks.get(network) ?? new Set()).add(conn));
      return connections.size > most ? largest() : undefined;
    },
    count(conn, bytes) {
      const known = connections.get(conn);
      return known && (known.bytes += bytes);
    },
    delete(conn) {
      const known = connections.get(conn);
      if (!known) return;
      connections.delete(conn);
      const own = networks.get(known.network);
      own?.delete(conn);
      if (own?.size === 0) networks.delete(known.network);
    },
    addedBefore: (time) => [...connections].filter(([, { at }]) => at < time).map(([conn]) => conn),
    get size() {
      return connections.size;
    },
  };
}
