import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { exhaustRateLimit, consumeRateLimit } from '@vigil/shared/platform/redis/rate-limit';
import {
  chargeTokensWaitMs,
  fullBucket,
  isFull,
  scaleRate,
  takeTokenWaitMs,
  type Rate,
  type TokenBucket,
} from '@vigil/shared/platform/token-bucket';
import type { Deps } from '../deps.ts';
import { onPacket, webSocketOf, type UndecodedPacketWithCost } from '../sockets/connection.ts';
import type { AgentSocketIdentity, AgentSocket } from '../sockets/sockets.ts';
import {
  companyByteRate,
  agentConnectLimit,
  deviceByteRate,
  agentEventRates,
  OVER_BUDGET_REFUSAL_MS,
  toleratedAgentRefusalRate,
  undeclaredEventRate,
} from './rates.ts';

/** The budget of one agent's socket. */
export interface AgentBudget {
  /**
   * Takes one message of an event. Beyond the budget the agent is told so, at most once a second and event; one that
   * does not stop is disconnected.
   * @returns the milliseconds until the event is accepted again, or 0 when the message is within the budget
   */
  take(event: string): number;
  /**
   * Reads nothing more from the socket until the work is done, or for 3 s: the next large packet waits in the network.
   */
  readNothingUntil<T>(work: Promise<T>): Promise<T>;
}

export interface AgentBudgets {
  /**
   * Counts a connection of a device. Other hardware that uses the key of the device has a count of its own.
   * @throws Problem `too_many_requests` beyond the limit, with the time of the next try
   */
  takeConnect(agent: Pick<AgentSocketIdentity, 'guid' | 'isForeign'>): Promise<void>;
  open(socket: AgentSocket): AgentBudget;
  /** Forgets the devices that are not connected and whose buckets are full again. */
  releaseUnneeded(): void;
  /** Number of companies and devices with buckets. */
  readonly size: number;
}

/**
 * A pause ends well before the ping timeout (8 s), because a paused socket does not receive pongs. Bytes that are still
 * over the budget then delay the next packet.
 */
const MAX_PAUSE_MS = 3_000;
const NOTICE_INTERVAL_MS = 1_000;

interface CompanyBucket {
  readonly bucket: TokenBucket;
  devices: number;
  rate: Rate;
}

/** The buckets of a device. They outlive its socket: otherwise a new connection would start with full buckets. */
interface DeviceBuckets {
  readonly events: Map<string, TokenBucket>;
  readonly bytes: TokenBucket;
  readonly refusals: TokenBucket;
  sockets: number;
}

/**
 * What agents may send. Events beyond their rate are dropped before they are validated; bytes beyond theirs are not
 * read from the network, so that nothing is lost and the sender slows down. A company or an address has no limit of
 * connections: a whole site may come back at once.
 */
export function createAgentBudgets({ redis, metrics, log, now }: Deps, factor: number): AgentBudgets {
  const limited = metrics.counter('vigil_agent_messages_rate_limited_total', 'Agent messages over budget', ['event']);
  const disconnected = metrics.counter('vigil_agents_over_budget_total', 'Agents disconnected over their budget');
  const paused = metrics.counter('vigil_agent_reads_paused_total', 'Pauses in reading from agents over their bytes');
  const rates = new Map<string, Rate>(
    Object.entries(agentEventRates).map(([name, rate]) => [name, scaleRate(rate, factor)]),
  );
  const undeclared = scaleRate(undeclaredEventRate, factor);
  const bytesOfDevice = scaleRate(deviceByteRate, factor);
  const connectLimit = { most: agentConnectLimit.most * factor, windowMs: agentConnectLimit.windowMs };
  const companies = new Map<CompanyPk, CompanyBucket>();
  const devices = new Map<DevicePk, DeviceBuckets>();

  const connectKey = ({ guid, isForeign }: Pick<AgentSocketIdentity, 'guid' | 'isForeign'>) =>
    redisKeys.limit('agent-connect', isForeign ? `${guid} foreign` : guid);

  const joinCompany = (company: CompanyPk): CompanyBucket => {
    const rate = scaleRate(companyByteRate(0), factor);
    const known = companies.get(company) ?? { bucket: fullBucket(rate, now()), devices: 0, rate };
    companies.set(company, known);
    resize(known, 1);
    return known;
  };

  const leaveCompany = (company: CompanyPk): void => {
    const known = companies.get(company);
    if (!known) return;
    resize(known, -1);
    if (known.devices === 0) companies.delete(company);
  };

  /** A device that joins brings its share of the reserve. */
  const resize = (known: CompanyBucket, change: 1 | -1): void => {
    const before = known.rate.burst;
    known.devices += change;
    known.rate = scaleRate(companyByteRate(known.devices), factor);
    known.bucket.tokens += Math.max(0, known.rate.burst - before);
  };

  const joinDevice = (device: DevicePk): DeviceBuckets => {
    const known = devices.get(device) ?? {
      events: new Map<string, TokenBucket>(),
      bytes: fullBucket(bytesOfDevice, now()),
      refusals: fullBucket(toleratedAgentRefusalRate, now()),
      sockets: 0,
    };
    devices.set(device, known);
    known.sockets += 1;
    return known;
  };

  const rateOf = (event: string): Rate => rates.get(event) ?? undeclared;

  const isUnused = ({ events, bytes, sockets }: DeviceBuckets): boolean =>
    sockets === 0 &&
    isFull(bytes, bytesOfDevice, now()) &&
    [...events].every(([event, bucket]) => isFull(bucket, rateOf(event), now()));

  const expel = (socket: AgentSocket) => {
    if (!socket.connected) return;
    disconnected.inc();
    exhaustRateLimit(redis, connectKey(socket.data), {
      most: connectLimit.most,
      windowMs: OVER_BUDGET_REFUSAL_MS,
    }).catch((cause: unknown) => log.debug({ err: cause }, 'penalty not stored'));
    socket.conn.close(true);
  };

  /** Reads from a socket while nothing holds it. */
  const createReader = (socket: AgentSocket) => {
    const holds = new Set<NodeJS.Timeout>();
    return {
      /** Reads nothing for a time, at most for that of a pause. @returns ends the hold */
      hold(ms: number): () => void {
        const release = () => {
          clearTimeout(timer);
          if (holds.delete(timer) && holds.size === 0) webSocketOf(socket.conn)?.resume();
        };
        const timer = setTimeout(release, Math.min(ms, MAX_PAUSE_MS));
        holds.add(timer);
        webSocketOf(socket.conn)?.pause();
        return release;
      },
      isHeld: () => holds.size > 0,
    };
  };

  return {
    async takeConnect(agent) {
      const waitMs = await consumeRateLimit(redis, connectKey(agent), connectLimit);
      if (waitMs > 0) throw new Problem('too_many_requests', { retryAfter: waitMs / 1_000 });
    },
    open(socket) {
      const { company, device } = socket.data;
      const { events, bytes, refusals } = joinDevice(device);
      const ofCompany = joinCompany(company);
      const reader = createReader(socket);
      const noticed = new Map<string, number>();

      const charge = ({ cost }: UndecodedPacketWithCost) => {
        const use = { cost, now: now() };
        const debtMs = Math.max(
          chargeTokensWaitMs(bytes, bytesOfDevice, use),
          chargeTokensWaitMs(ofCompany.bucket, ofCompany.rate, use),
        );
        if (debtMs === 0 || reader.isHeld()) return;
        paused.inc();
        reader.hold(debtMs);
      };

      const tell = (event: string, waitMs: number) => {
        if (now() - (noticed.get(event) ?? 0) < NOTICE_INTERVAL_MS) return;
        noticed.set(event, now());
        socket.emit('rate_limited', { event, retry_after_ms: waitMs });
      };

      onPacket(socket.conn, charge);
      socket.once('disconnect', () => {
        const own = devices.get(device);
        if (own) own.sockets -= 1;
        leaveCompany(company);
      });
      return {
        take(event) {
          const name = rates.has(event) ? event : 'undeclared';
          const rate = rateOf(name);
          const bucket = events.get(name) ?? fullBucket(rate, now());
          events.set(name, bucket);
          const waitMs = takeTokenWaitMs(bucket, rate, now());
          if (waitMs === 0) return 0;
          limited.inc({ event: name });
          tell(name, waitMs);
          if (takeTokenWaitMs(refusals, toleratedAgentRefusalRate, now()) > 0) expel(socket);
          return waitMs;
        },
        async readNothingUntil(work) {
          const release = reader.hold(MAX_PAUSE_MS);
          try {
            return await work;
          } finally {
            release();
          }
        },
      };
    },
    releaseUnneeded() {
      for (const [device, buckets] of devices) if (isUnused(buckets)) devices.delete(device);
    },
    get size() {
      return companies.size + devices.size;
    },
  };
}
