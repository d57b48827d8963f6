import type { CompanyPk, DevicePk, RemoteSessionId, WallScreenPk, UserPk } from '../../contract/ids.ts';

/**
 * Every company belongs to one partition, and all its keys carry the partition's hash tag. On a cluster one script can
 * therefore change presence, sequence and stream together, and workers read a fixed number of streams.
 */
export const PARTITIONS = 8;

export const partitions: readonly number[] = Array.from({ length: PARTITIONS }, (_, index) => index);
export const partitionOf = (company: CompanyPk): number => company % PARTITIONS;

/** A key of one company, in the slot of its partition. */
export const companyKey = (company: CompanyPk, name: string): string =>
  `{p${partitionOf(company)}}:c${company}:${name}`;

export const redisKeys = {
  stream: (partition: number) => `{p${partition}}:stream`,
  /** A stream of its own for progress of commands, which a user waits for. */
  commandStream: (partition: number) => `{p${partition}}:command-stream`,
  /** Entries of the stream that no store takes, for operators; see `DeadLetters` of the workers. */
  deadLetters: (partition: number) => `{p${partition}}:dead-letters`,
  /** Written once to see that Redis takes writes. */
  readiness: (id: string) => `{vigil}:readiness:${id}`,
  seq: (company: CompanyPk) => companyKey(company, 'seq'),
  /** How many announcements were made, by recipient; see `readAnnouncementCount`. */
  announced: (company: CompanyPk) => companyKey(company, 'announced'),
  announcedToAll: '{all}:announced',
  presence: (company: CompanyPk) => companyKey(company, 'presence'),
  /** The hardware that uses the key of each connected device; see `tryClaimDeviceKey`. */
  hardware: (company: CompanyPk) => companyKey(company, 'hardware'),
  held: (company: CompanyPk, gateway: string) => companyKey(company, `held:${gateway}`),
  index: (company: CompanyPk) => companyKey(company, 'index'),
  /** The last published fleet version. */
  publishedVersion: (company: CompanyPk) => companyKey(company, 'published-version'),
  indexDraft: (company: CompanyPk, id: string) => companyKey(company, `index-draft:${id}`),
  usage: (company: CompanyPk) => companyKey(company, 'usage'),
  /** In how many evaluations, one after the other, values were over their thresholds before an alert begins. */
  alertStreaks: (company: CompanyPk) => companyKey(company, 'alert-streaks'),
  systemTimes: (company: CompanyPk) => companyKey(company, 'system-times'),
  captureRequests: (company: CompanyPk, gateway: string) => companyKey(company, `capture-requests:${gateway}`),
  /**
   * Stored frames; see `redis/last-frames.ts`. Earlier releases had them without encryption, under `frame` and
   * `frame-formats`.
   */
  lastFrame: (company: CompanyPk, device: DevicePk) => companyKey(company, `last-frame:${device}`),
  lastFrameStates: (company: CompanyPk) => companyKey(company, 'last-frame-states'),
  lastFrameExpiry: (partition: number) => `{p${partition}}:last-frame-expiry`,
  unsavedFrames: (partition: number) => `{p${partition}}:unsaved-frames`,
  checkedFrames: (partition: number) => `{p${partition}}:checked-frames`,
  /** Exists while a process is at the import; see `import-leases.ts` of the API. */
  importLease: (company: CompanyPk, id: string) => companyKey(company, `import-lease:${id}`),
  /** Both ends of a remote session were warned of its end so many minutes ahead. */
  sessionWarned: (
    company: CompanyPk,
    session: RemoteSessionId,
    { endsAt, minutes }: { endsAt: number; minutes: number },
  ) => companyKey(company, `session-warned:${session}:${endsAt}:${minutes}`),
  /** Version and compiled policy: from where, how long and with which licence the users of the company work. */
  accessPolicy: (company: CompanyPk) => `{net:${company}}:policy`,
  /** Whose a session is, and how long it lasts. Earlier releases had the rights of the user there, under `session`. */
  session: (id: string) => `{s:${id}}:identity`,
  /** What a user may do; see `rights.ts`. */
  rights: (user: UserPk) => `{r:${user}}:rights`,
  /** The wall screen that a code pairs, and the code of a screen that holds: a newer one voids the others. */
  screenCode: (digest: string) => `{sc:${digest}}:code`,
  /** How often all open codes of all screens were voided. */
  screenCodeEpoch: '{sc:all}:epoch',
  codeOfScreen: (screen: WallScreenPk) => `{sc:${screen}}:current`,
  /** A sign-in that waits for its one-time code. */
  halfSignIn: (id: string) => `{s:${id}}:half`,
  /** The authenticator that a session is setting up. */
  otpSetUp: (id: string) => `{s:${id}}:otp`,
  /**
   * Failed sign-ins with an unknown ID. The key has a digest of the ID, because users mistype passwords into this
   * field.
   */
  attempts: (digest: string) => `{f:${digest}}:attempts`,
  /** Set anew when an account is unlocked or gets a new password: the waits of before do not hold any more. */
  attemptsEpoch: (digest: string) => `{f:${digest}}:attempts-epoch`,
  /** The account of a digest was signed in to from the network of the digest. */
  knownNetwork: (digest: string) => `{f:${digest}}:known-network`,
  failures: (digest: string) => `{f:${digest}}:failures`,
  /** Rate limit of one action by one client. */
  limit: (action: string, client: string) => `{l:${action}:${client}}:limit`,
  /** Attempts of a client that are not decided yet, where only failures count. */
  reserved: (action: string, client: string) => `{l:${action}:${client}}:reserved`,
  /** What a connection to a relay is admitted to, once. */
  relayTicket: (digest: string) => `{rt:${digest}}:ticket`,
  nonces: (guid: string) => `{n:${guid}}:nonces`,
  /** The companies that their licence blocks. */
  licenceGates: '{licence}:gates',
  lease: (gateway: string) => `{gw}:lease:${gateway}`,
  gateways: '{gw}:known',
  companiesOf: (gateway: string) => `{gw}:companies:${gateway}`,
} as const;
