import { createHmac } from 'node:crypto';

/** Which keys and channels each program uses (shared/src/platform/redis/keys.ts, bus/channels.ts). */
const RIGHTS = {
  // No gateways' registry; all of sessions, sign-ins, codes of screens and limits.
  api: [
    '~{p*}:*',
    '~{s:*}:*',
    '~{sc:*}:*',
    '~{r:*}:rights',
    '~{f:*}:*',
    '~{l:*}:*',
    '~{n:*}:*',
    '~{rt:*}:ticket',
    '~{vigil}:*',
    '~{licence}:*',
    '~{net:*}:*',
    '&{p*}:*',
    '&{s}:sessions',
    '&{licence}:*',
    '&{net}:policies',
  ],
  // Sessions and rights are read; of the limits only the connections of agents are counted here; sign-ins and failures
  // do not exist. Of the queues it adds to that of the fleet index.
  gateway: [
    '~{p*}:*',
    '%R~{s:*}:identity',
    '%R~{r:*}:rights',
    '~{l:agent-connect:*}:*',
    '~{n:*}:*',
    '~{gw}:*',
    '%R~{licence}:*',
    '%R~{net:*}:*',
    '%R~{all}:*',
    '~{vigil}:readiness:*',
    '~{vigil}:fleet-index:*',
    '&{p*}:*',
    '&{s}:sessions',
    '&{all}:messages',
    '&{licence}:*',
    '&{net}:policies',
    '&{gw}:*',
  ],
  // Of the limits only the mails about incidents are counted here.
  workers: [
    '~{p*}:*',
    '~{gw}:*',
    '~{licence}:*',
    '~{l:mail-incident:*}:*',
    '~{all}:*',
    '~{vigil}:*',
    '&{p*}:*',
    '&{all}:messages',
    '&{gw}:*',
    '&{licence}:*',
  ],
  // Tickets, the key that tells whether Redis can be written, and the ends of sessions on the channels of companies, to
  // which it publishes nothing.
  relay: ['~{rt:*}:ticket', '~{vigil}:readiness:*', '&{p*}:*'],
} as const;

type RedisUser = keyof typeof RIGHTS;

const FORBIDDEN: Partial<Record<RedisUser, string>> = { relay: '-publish -spublish' };

// What could read or change the server and other users, and what tells or changes that for which no key is asked: the
// names of all keys, and the functions of all users. INFO tells the version and whether it is a cluster.
const COMMANDS = '+@all -@admin -@dangerous -scan -randomkey -dbsize -function -script|flush -script|kill +info';

export type RedisUrls = {
  /** Of operators: everything. */
  readonly admin: string;
} & { readonly [U in RedisUser]: string };

const nameOf = (user: RedisUser): string => `vigil-${user}`;
const passwordOf = (user: RedisUser, adminPassword: string): string =>
  createHmac('sha256', adminPassword).update(nameOf(user)).digest('hex');

/** Lines of redis.conf that make a user for each program. */
export const redisConfUserLines = (adminPassword: string): string[] =>
  (Object.keys(RIGHTS) as RedisUser[]).map((user) =>
    [
      `user ${nameOf(user)} on >${passwordOf(user, adminPassword)}`,
      ...RIGHTS[user],
      COMMANDS,
      ...(FORBIDDEN[user] === undefined ? [] : [FORBIDDEN[user]]),
    ].join(' '),
  );

export function redisUrls({ port, password }: { port: number; password: string }): RedisUrls {
  const urlOf = (user: RedisUser): string => `redis://${nameOf(user)}:${passwordOf(user, password)}@127.0.0.1:${port}`;
  return {
    admin: `redis://:${password}@127.0.0.1:${port}`,
    api: urlOf('api'),
    gateway: urlOf('gateway'),
    workers: urlOf('workers'),
    relay: urlOf('relay'),
  };
}

/** A server that is not ours has one user for all programs. */
export const sameRedisUrls = (url: string): RedisUrls => ({
  admin: url,
  api: url,
  gateway: url,
  workers: url,
  relay: url,
});
