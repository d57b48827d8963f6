import { createClient, createCluster, RESP_TYPES, type RedisClientOptions, type RedisClientType } from 'redis';
import { backOffDelay } from '../../contract/back-off.ts';
import { ConfigError } from '../config.ts';
import { warnOfRepeatedFailure } from '../log-repeated.ts';
import type { Log } from '../log.ts';
import type { Script, ScriptInput } from './script.ts';

type Listener = (message: string) => void;
type BinaryListener = (message: Buffer) => void;
export type Unsubscribe = () => Promise<void>;

/**
 * Redis as the product uses it: commands, scripts, and pub/sub. On a cluster pub/sub is sharded (SPUBLISH), by the hash
 * tags of the channel names. While the server is unreachable, commands fail at once and callers decide what that means.
 */
export interface Redis extends AsyncDisposable {
  readonly commands: RedisClientType;
  /** The same connection, returning strings as bytes. */
  readonly bytes: { get(key: string): Promise<Buffer | null> };
  readonly publishCommand: 'PUBLISH' | 'SPUBLISH';
  run<K extends string, A extends string>(script: Script<K, A>, input: ScriptInput<K, A>): Promise<unknown>;
  publish(channel: string, message: string | Buffer): Promise<void>;
  subscribe(channel: string, listener: Listener): Promise<Unsubscribe>;
  subscribeBytes(channel: string, listener: BinaryListener): Promise<Unsubscribe>;
  /** Calls the listener each time a lost connection is restored. */
  onReconnect(listener: () => Promise<void>): Disposable;
  /** Opens a separate connection for blocking reads. */
  dedicated(): Promise<RedisClientType & AsyncDisposable>;
}

const RECONNECT = { firstMs: 25, maxMs: 500, jitter: 0.2 };
const reconnectStrategy = (retries: number) => backOffDelay(RECONNECT, retries + 1);

let blank: ReturnType<typeof createClient> | undefined;

/**
 * A client that is not connected yet. The library builds the functions of all commands again for a client with other
 * options than the last one, which takes a tenth of a second; duplicates of one client share them.
 */
const openClient = (own: RedisClientOptions): RedisClientType =>
  (blank ??= createClient()).duplicate(own) as unknown as RedisClientType;

const options = (url: string) => ({
  url,
  disableOfflineQueue: true,
  socket: { reconnectStrategy, connectTimeout: 3_000 },
});

/** A Redis that evicts loses sessions, streams and jobs when its memory is full, without a word. @throws ConfigError */
function assertNoEviction(memory: string): void {
  // Some hosted servers do not say.
  const policy = /^maxmemory_policy:(\S+)/mu.exec(memory)?.[1] ?? 'noeviction';
  if (policy !== 'noeviction')
    throw new ConfigError(
      `REDIS_URL: this Redis throws data away when its memory is full (${policy}); set its maxmemory-policy to noeviction, or REDIS_ALLOW_EVICTION=1`,
    );
}

async function probeIsCluster(url: string, { allowEviction }: RedisOptions): Promise<boolean> {
  const probe = openClient({ url, socket: { connectTimeout: 3_000, reconnectStrategy: false } });
  probe.on('error', () => undefined);
  await probe.connect();
  try {
    if (!allowEviction) assertNoEviction(await probe.info('memory'));
    return /cluster_enabled:1/.test(await probe.info('cluster'));
  } finally {
    probe.destroy();
  }
}

interface RedisOptions {
  /** Whether a Redis may throw data away; operators who look at one change nothing by it. */
  readonly allowEviction: boolean;
}

/** @throws ConfigError for a Redis that evicts, unless that is allowed */
export async function connectRedis(
  url: string,
  log: Log,
  redisOptions: RedisOptions = { allowEviction: false },
): Promise<Redis> {
  const cluster = await probeIsCluster(url, redisOptions);
  const make = (): RedisClientType => {
    // Both clients have the same commands and differ only in how they connect, so that one type serves both.
    const client = cluster
      ? (createCluster({ rootNodes: [{ url }], defaults: options(url) }) as unknown as RedisClientType)
      : openClient(options(url));
    client.on('error', (cause: Error) => log.debug({ err: cause }, 'redis connection error'));
    return client;
  };
  return createBus(make, { sharded: cluster, log });
}

/**
 * Calls the listener each time the lost connection of the client, or of one of a cluster client's nodes, is restored.
 */
function whenRestored(client: RedisClientType, listener: () => void): void {
  client.on('ready', listener);
  // A cluster client has no `ready` of its own, and connects to a node when the node is first needed.
  const lost = new Set<string>();
  const address = (node: { host: string; port: number }) => `${node.host}:${node.port}`;
  client.on('node-reconnecting', (node) => lost.add(address(node)));
  client.on('node-ready', (node) => {
    if (lost.delete(address(node))) listener();
  });
}

const argumentOf = (value: string | number | Buffer | undefined): string | Buffer =>
  Buffer.isBuffer(value) ? value : String(value);

async function createBus(
  make: () => RedisClientType,
  { sharded, log }: { sharded: boolean; log: Log },
): Promise<Redis> {
  const commands = make();
  const subscriber = make();
  const extra = new Set<RedisClientType>();
  await Promise.all([commands.connect(), subscriber.connect()]);

  const reconnectListeners = new Set<() => Promise<void>>();
  const onRestored = () => {
    // After both connections were lost, the second one that is back starts the recovery.
    if (!commands.isReady || !subscriber.isReady) return;
    for (const listener of reconnectListeners) {
      listener().catch((cause: unknown) => warnOfRepeatedFailure(log, { cause }, 'recovery after reconnect failed'));
    }
  };
  // Either connection may be lost alone; messages are missed in both cases.
  for (const client of [commands, subscriber]) whenRestored(client, onRestored);

  const subscribeWith = async (channel: string, listener: Listener | BinaryListener, bytes: boolean) => {
    const call = sharded ? subscriber.sSubscribe.bind(subscriber) : subscriber.subscribe.bind(subscriber);
    const undo = sharded ? subscriber.sUnsubscribe.bind(subscriber) : subscriber.unsubscribe.bind(subscriber);
    await call(channel, listener as Listener, bytes as false);
    return () => undo(channel, listener as Listener, bytes as false);
  };

  return {
    commands,
    bytes: commands.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }),
    publishCommand: sharded ? 'SPUBLISH' : 'PUBLISH',
    async run({ source, sha, ...names }, { keys, args, more = [] }) {
      const call = {
        keys: names.keys.map((name) => keys[name]),
        arguments: [...names.args.map((name) => argumentOf(args[name])), ...more],
      };
      try {
        return await commands.evalSha(sha, call);
      } catch (cause) {
        if (!(cause instanceof Error) || !cause.message.startsWith('NOSCRIPT')) throw cause;
        return commands.eval(source, call);
      }
    },
    async publish(channel, message) {
      await (sharded ? commands.sPublish(channel, message) : commands.publish(channel, message));
    },
    subscribe: (channel, listener) => subscribeWith(channel, listener, false),
    subscribeBytes: (channel, listener) => subscribeWith(channel, listener, true),
    onReconnect(listener) {
      reconnectListeners.add(listener);
      return { [Symbol.dispose]: () => void reconnectListeners.delete(listener) };
    },
    async dedicated() {
      const client = make();
      await client.connect();
      extra.add(client);
      return Object.assign(client, {
        [Symbol.asyncDispose]: async () => {
          extra.delete(client);
          client.destroy();
        },
      });
    },
    async [Symbol.asyncDispose]() {
      for (const client of [...extra, subscriber, commands]) client.destroy();
    },
  };
}
