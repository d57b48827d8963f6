import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { permissionFlags, type PermissionFlag } from '@vigil/shared/contract/access';
import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import type { DeviceRow } from '@vigil/shared/contract/device';
import { blankDevice } from '@vigil/shared/contract/device.test-support';
import type { SessionEndReason } from '@vigil/shared/contract/events/browser-down/session';
import { CompanyPk, DevicePk, GroupPk, DeviceGuid, SessionId, UserPk } from '@vigil/shared/contract/ids';
import { noUsage, type UsageSample } from '@vigil/shared/contract/usage';
import { UNRESTRICTED_ACCESS_POLICY, type AccessPolicy } from '@vigil/shared/domain/access-policy';
import { recheckAccessPolicy, cacheAccessPolicy } from '@vigil/shared/platform/access-policy-cache';
import { createSubscriber, type Subscribe } from '@vigil/shared/platform/bus/bus';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { publishFleetChangeOnce } from '@vigil/shared/platform/fleet/outbox';
import { createKeyRing, publicKeyRing, type KeyRing } from '@vigil/shared/platform/key-ring';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { connectQueueRedis, openQueues } from '@vigil/shared/platform/queues';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { connectRedis, type Redis } from '@vigil/shared/platform/redis/redis';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import {
  announceUserRightsChange,
  findCachedRights,
  cacheRights,
  type UserRights,
} from '@vigil/shared/platform/rights';
import {
  announceSessionEnds,
  dropCachedSessions,
  tryCacheSession,
  type SessionRecord,
} from '@vigil/shared/platform/sessions';
import { createAgentCredentialSigner, thumbprintOf } from '@vigil/shared/platform/tokens';
import { createAgentKey, type AgentKey } from '../../../tests/support/agent-key.ts';
import { startRedis, type TestRedis } from '../../../tests/support/redis.ts';
import { openSocket, type SocketOptions, type TestSocket } from '../../../tests/support/sockets.ts';
import { claimsFor, forgeToken } from '../../../tests/support/tokens.ts';
import { readConfig } from '../config.ts';
import { startGateway, type GatewayIntervals } from '../gateway.ts';

/** An enrolled device with the identity of its agent. */
export interface TestDevice {
  readonly pk: DevicePk;
  readonly guid: DeviceGuid;
  readonly key: AgentKey;
  readonly credential: string;
}

export interface TestGateways extends AsyncDisposable {
  readonly redis: Redis;
  readonly redisServer: TestRedis;
  readonly keyRing: KeyRing;
  readonly urls: readonly string[];
  /** The operators' addresses. */
  readonly operatorUrls: readonly string[];
  readonly company: CompanyPk;
  /** Number of entries that each gateway holds in memory, by part. */
  readonly entryCounts: () => Record<string, number>[];
  /** Adds a device to the company's fleet index and creates its key and credential. */
  addDevice(group?: GroupPk): Promise<TestDevice>;
  /** Publishes fleet changes as the API does after a commit. @returns the sequence number of the last one */
  change(...changes: FleetChange[]): Promise<number>;
  /** Connects an agent; `more` overrides fields of its handshake. @throws Refused */
  agent(device: TestDevice, options?: { gateway?: number; more?: Partial<AgentHandshake> }): Promise<TestSocket>;
  /**
   * Creates a session in Redis and its token, which for a wall screen is its cookie. By default its user is one of its
   * own, has every right and sees every group.
   */
  session(
    more?: Partial<SessionRecord & Omit<UserRights, 'flags'>> & { without?: readonly PermissionFlag[] },
  ): Promise<{ id: SessionId; user: UserPk; token: string }>;
  /**
   * Gives a user other rights, as the API does after a change; with `announced: false` as one that ends before it says
   * so.
   */
  changeRights(
    user: UserPk,
    change: (rights: UserRights) => Partial<UserRights>,
    options?: { announced: boolean },
  ): Promise<void>;
  /** Puts another access policy of the company in force, like `changeRights`. */
  setAccessPolicy(policy: Partial<AccessPolicy>, options?: { announced: boolean }): Promise<void>;
  browser(token: string, options?: SocketOptions & { gateway?: number }): Promise<TestSocket>;
}

export interface TestGatewayOptions extends GatewayIntervals {
  count?: number;
  company?: CompanyPk;
  /** `AGENT_BUDGET_FACTOR`; practically unlimited by default. */
  budgetFactor?: number;
  /** Other settings of the gateways, by name. */
  settings?: Readonly<Record<string, string>>;
  /** `TRUST_PROXY`: who may say where a client is. */
  trustProxy?: string;
  /** Of one gateway; any free one by default. */
  port?: number;
  /** One of the caller's, which may hold writes back; otherwise they start their own. */
  redisServer?: TestRedis;
  /** The clock of the gateways, in milliseconds. */
  now?: () => number;
  /** Called before each subscription of a gateway, of which it makes several while it starts. */
  onSubscribe?: () => Promise<void>;
}

export const HOME = GroupPk.parse(1);
export const ROOM = GroupPk.parse(2);
export const ELSEWHERE = GroupPk.parse(3);

/** A company with three groups (ROOM is a subgroup of HOME), and gateways in this process with a Redis of their own. */
export async function startTestGateways({
  count = 1,
  company = CompanyPk.parse(1),
  budgetFactor = 1_000_000,
  settings = {},
  trustProxy = '',
  port = 0,
  redisServer: given,
  now = Date.now,
  onSubscribe = async () => undefined,
  ...intervals
}: TestGatewayOptions = {}): Promise<TestGateways> {
  await using stack = new AsyncDisposableStack();
  const redisServer = given ?? stack.use(await startRedis());
  const log = createLog('gateway', process.env['LOG_LEVEL'] ?? 'silent');
  const keyRing = createKeyRing();
  const open = async () => stack.use(await connectRedis(redisServer.url, log));
  const redis = await open();
  const urls: string[] = [];
  const operatorUrls: string[] = [];
  const running: Awaited<ReturnType<typeof startGateway>>[] = [];
  for (let i = 0; i < count; i += 1) {
    const connection = connectQueueRedis(redisServer.urls.gateway, { cluster: false, log });
    const queues = stack.use(openQueues(connection, { names: ['fleet-index'] }));
    const [own, metrics] = [stack.use(await connectRedis(redisServer.urls.gateway, log)), createMetrics('gateway')];
    const subscriber = createSubscriber({ redis: own, log, metrics });
    const subscribe: Subscribe = async (channel, listener) => {
      await onSubscribe();
      return subscriber(channel, listener);
    };
    const deps = { redis: own, subscribe, queues, log, metrics, now };
    const config = readConfig({
      KEYS_FILE: 'none',
      GATEWAY_PORT: String(port),
      GATEWAY_OPERATOR_PORT: '0',
      AGENT_BUDGET_FACTOR: String(budgetFactor),
      TRUST_PROXY: trustProxy,
      ...settings,
    });
    const gateway = stack.use(await startGateway(config, publicKeyRing(keyRing), deps, intervals));
    running.push(gateway);
    urls.push(`http://127.0.0.1:${gateway.port}`);
    operatorUrls.push(`http://127.0.0.1:${gateway.operatorPort}`);
  }
  await redis.commands.hSet(redisKeys.index(company), {
    version: '0',
    [`g${HOME}`]: '0|-|-',
    [`g${ROOM}`]: `0|${HOME}|-`,
    [`g${ELSEWHERE}`]: '0|-|-',
  });
  let version = 0;
  let policyVersion = 0;
  const setAccessPolicy = async (changed: Partial<AccessPolicy>, { announced } = { announced: true }) => {
    const policy = { ...UNRESTRICTED_ACCESS_POLICY, ...changed };
    await cacheAccessPolicy(redis, company, { version: (policyVersion += 1), policy });
    if (announced) await recheckAccessPolicy(redis, company);
  };
  await setAccessPolicy({}, { announced: false });
  const change = async (...changes: FleetChange[]) => {
    for (const payload of changes) await publishFleetChangeOnce(redis, company, { version: (version += 1), payload });
    return currentSeq(redis, company);
  };
  const signCredential = createAgentCredentialSigner(keyRing.agent);
  let devices = 0;
  let people = 1_000;
  const held = stack.move();
  return {
    redis,
    redisServer,
    keyRing,
    urls,
    operatorUrls,
    company,
    entryCounts: () => running.map((gateway) => gateway.entryCounts()),
    change,
    async addDevice(group = HOME) {
      const pk = DevicePk.parse((devices += 1));
      const [guid, key] = [DeviceGuid.parse(randomUUID()), createAgentKey()];
      await change({ t: 'device_added', device: deviceRow(pk, { guid, device_group_fk: group }) });
      const claims = { guid, device: pk, company, key: key.publicKey, thumbprint: thumbprintOf(key.publicKey) };
      return { pk, guid, key, credential: signCredential(claims) };
    },
    agent: (device, { gateway = 0, more = {} } = {}) =>
      openSocket(`${urls[gateway]}/agent`, { auth: device.key.handshake(device, more) }),
    async session({ without = [], ...more } = {}) {
      const own = { user: UserPk.parse((people += 1)), company };
      const rights: UserRights = {
        ...own,
        name: 'Tester',
        mgrid: 'tester',
        flags: Object.fromEntries(
          permissionFlags.map((flag) => [flag, !without.includes(flag)]),
        ) as UserRights['flags'],
        sight: 'all',
        usesApproval: false,
        windows: [],
        validUntil: null,
        ...more,
      };
      const at = Date.now();
      const record: SessionRecord = {
        ...own,
        id: SessionId.parse(randomUUID()),
        kind: 'password',
        parent: null,
        createdAt: at,
        usedAt: at,
        until: at + 3_600_000,
        ...more,
      };
      await cacheRights(redis, { version: 1, rights });
      await tryCacheSession(redis, record, { where: 'absent', now: at });
      if (record.company !== company) {
        await cacheAccessPolicy(redis, record.company, {
          version: 0,
          policy: UNRESTRICTED_ACCESS_POLICY,
        });
      }
      const isWallScreen = record.kind === 'screen';
      const kind = isWallScreen ? 'screen' : 'session';
      const claims = { jti: record.id, user: record.user, company: record.company, kind };
      const token = forgeToken(claimsFor('console', claims), keyRing.session[0]);
      return { id: record.id, user: record.user, token: isWallScreen ? `screen=${token}` : token };
    },
    async changeRights(user, changed, { announced } = { announced: true }) {
      const stored = await findCachedRights(redis, user);
      if (!stored) throw new Error('no such user');
      const rights = { ...stored.rights, ...changed(stored.rights) };
      await cacheRights(redis, { version: stored.version + 1, rights });
      if (announced) await announceUserRightsChange(redis, user);
    },
    setAccessPolicy,
    browser: (token, { gateway = 0, ...options } = {}) => {
      const credential = token.startsWith('screen=') ? { headers: { cookie: token } } : { auth: { token } };
      return openSocket(`${urls[gateway]}/console`, { ...credential, ...options });
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** A device row as lists show it: approved, never connected. */
export const deviceRow = (pk: DevicePk, more: Partial<DeviceRow> = {}): DeviceRow => ({
  ...blankDevice,
  pk,
  guid: DeviceGuid.parse(randomUUID()),
  alias: `device ${pk}`,
  device_group_fk: HOME,
  device_group_name: 'Home',
  ...more,
});

/** A sample of an agent that measures the processor only. */
export const usageSample = (more: Partial<UsageSample> = {}): UsageSample => ({
  at: 1,
  ...noUsage,
  cpu_usage: 7.5,
  ...more,
});

/** Ends a session as a change does, whose commit takes as long as given. */
export async function endSession(
  redis: Redis,
  id: SessionId,
  { reason, commitMs = 0 }: { reason: SessionEndReason; commitMs?: number },
): Promise<void> {
  await dropCachedSessions(redis, [id]);
  await delay(commitMs);
  await announceSessionEnds(redis, new Map([[id, reason]]));
}
