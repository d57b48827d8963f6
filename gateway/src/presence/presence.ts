import { randomUUID } from 'node:crypto';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import { every } from '@vigil/shared/platform/lifecycle';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { GATEWAY_LEASE_MS, renewLease, takeLease } from '@vigil/shared/platform/redis/leases';
import {
  recordSocketTransitions,
  type ReplacedSocket,
  type SocketTransition,
} from '@vigil/shared/platform/redis/presence';
import type { Deps } from '../deps.ts';
import type { AgentSocketIdentity } from '../sockets/sockets.ts';

/** Two renewals in a row may fail before the lease lapses. */
const RENEW_INTERVAL_MS = GATEWAY_LEASE_MS / 4;

interface Announced extends AgentSocketIdentity {
  readonly since: number;
}

interface Listeners {
  /** Listens to the channels of a new id. */
  readonly identity: (id: string) => Promise<void>[];
  readonly replaced: (replaced: ReplacedSocket) => unknown;
}

export interface Presence extends AsyncDisposable {
  /** Takes an id, and keeps its lease; before that the gateway has none. */
  start(): Promise<void>;
  readonly id: () => string;
  connected(agent: AgentSocketIdentity): void;
  disconnected(agent: AgentSocketIdentity): void;
  /** Shortens the lease without taking the agents offline, because they reconnect to another gateway. */
  resign(): Promise<void>;
  readonly size: number;
}

/**
 * Records the agents connected here in Redis under a lease. A lapsed lease, an emptied Redis and a failed call are
 * recovered in the same way: the gateway takes a new id and announces every socket again. Devices that are still
 * recorded under the old id, but not connected here any more, are swept once its lease lapses.
 */
export function createPresence({ redis, log, now }: Deps, hooks: Listeners): Presence {
  const held = new Map<string, Announced>();
  const heldCounts = new Map<CompanyPk, number>();
  /** Companies that Redis lists for this gateway, so that it can be swept if it dies. */
  const companies = new Set<CompanyPk>();
  const queues = new Map<CompanyPk, SocketTransition[]>();
  const busy = new Set<CompanyPk>();
  let id = '';
  let announced = false;
  let closed = false;

  const enqueue = (company: CompanyPk, transition: SocketTransition) => {
    // The next announcement contains every connected socket, so that the transition is not lost.
    if (!announced) return;
    const queue = queues.get(company);
    if (queue) queue.push(transition);
    else queues.set(company, [transition]);
    if (!busy.has(company)) void drain(company);
  };

  const drain = async (company: CompanyPk) => {
    busy.add(company);
    const owner = id;
    try {
      // Transitions of the same turn of the event loop are recorded together.
      await Promise.resolve();
      for (let batch = queues.get(company); batch && owner === id; batch = queues.get(company)) {
        queues.delete(company);
        if (!companies.has(company)) {
          companies.add(company);
          await redis.commands.sAdd(redisKeys.companiesOf(owner), String(company));
        }
        for (const replaced of await recordSocketTransitions(redis, { company, gateway: owner }, batch)) {
          const mine = held.get(String(replaced.device));
          if (mine?.connection !== replaced.connection) hooks.replaced(replaced);
        }
      }
      if (owner === id) await releaseCompany(company, owner);
    } catch (cause) {
      warnOfRepeatedFailure(log, { cause }, 'presence not recorded');
      announced = false;
    } finally {
      busy.delete(company);
    }
    if (announced && queues.has(company)) void drain(company);
  };

  const releaseCompany = async (company: CompanyPk, owner: string) => {
    if (heldCounts.has(company) || queues.has(company) || !companies.delete(company)) return;
    await redis.commands.sRem(redisKeys.companiesOf(owner), String(company));
  };

  const count = (company: CompanyPk, change: 1 | -1) => {
    const total = (heldCounts.get(company) ?? 0) + change;
    if (total === 0) heldCounts.delete(company);
    else heldCounts.set(company, total);
  };

  const announceAll = async () => {
    id = randomUUID();
    companies.clear();
    queues.clear();
    await takeLease(redis, id);
    await Promise.all(hooks.identity(id));
    announced = true;
    for (const agent of held.values()) {
      enqueue(agent.company, { device: agent.device, online: true, connection: agent.connection, at: agent.since });
    }
    log.info({ gateway: id, agents: held.size }, 'agents announced');
  };

  let keeping: Promise<void> | null = null;
  const keepLease = (): Promise<void> => {
    keeping ??= (async () => {
      if (closed || (announced && (await renewLease(redis, id)))) return;
      announced = false;
      await announceAll();
    })().finally(() => (keeping = null));
    return keeping;
  };

  const timers = new DisposableStack();
  return {
    async start() {
      await announceAll();
      timers.use(every(RENEW_INTERVAL_MS, log, keepLease));
      timers.use(redis.onReconnect(keepLease));
    },
    id: () => id,
    connected(agent) {
      const since = now();
      if (!held.has(String(agent.device))) count(agent.company, 1);
      held.set(String(agent.device), { ...agent, since });
      enqueue(agent.company, { device: agent.device, online: true, connection: agent.connection, at: since });
    },
    disconnected(agent) {
      if (held.get(String(agent.device))?.connection === agent.connection) {
        held.delete(String(agent.device));
        count(agent.company, -1);
      }
      if (!closed)
        enqueue(agent.company, { device: agent.device, online: false, connection: agent.connection, at: now() });
    },
    get size() {
      return held.size + heldCounts.size + companies.size + queues.size;
    },
    async resign() {
      closed = true;
      timers.dispose();
      await redis.commands.pExpire(redisKeys.lease(id), GATEWAY_LEASE_MS / 2);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      timers.dispose();
    },
  };
}
