import { FrameExt } from '../../contract/events/agent-up/thumbnail.ts';
import { DEFAULT_FRAME_POLICIES } from '../../contract/frame-policies.ts';
import { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { busChannels } from '../bus/channels.ts';
import type { BusMessageOf } from '../bus/messages.ts';
import type { FrameOwner } from '../frame-sealing.ts';
import { redisKeys, partitionOf } from './keys.ts';
import type { Redis } from './redis.ts';
import { readLua, loadLuaScript } from './script.ts';

/*
 * The last frame of a device, encrypted (frame-sealing.ts). Redis has those of the last minutes, Postgres all that are
 * kept:
 * - `frame`, of each device, the sealed bytes.
 * - `states`, of each company: device → state. A device has a frame as long as it is here, which lists show as `_ext`.
 * - `expiry`, of each partition: `company:device` by the time at which its frame is deleted.
 * - `unsaved`, of each partition: `company:device` → state, of those that the database does not have yet.
 * - `checked`, of each partition: company → version of the fleet for which its frames were last found to be permitted;
 *   empty: not yet, or some were restored from the database since then.
 */
const framePart = (company: CompanyPk, device: DevicePk) => {
  const partition = partitionOf(company);
  return {
    frame: redisKeys.lastFrame(company, device),
    states: redisKeys.lastFrameStates(company),
    expiry: redisKeys.lastFrameExpiry(partition),
    unsaved: redisKeys.unsavedFrames(partition),
    checked: redisKeys.checkedFrames(partition),
  };
};

export interface FrameMetadata {
  readonly ext: FrameExt;
  /** When the screen was captured, and when it was last known to look like that, in milliseconds since 1970. */
  readonly capturedAt: number;
  readonly seenAt: number;
  /** What it does not show (`blurRegionsHash`); null: unknown, as of frames that earlier versions have stored. */
  readonly hiddenAreas: string | null;
}

const formatState = ({ ext, capturedAt, seenAt, hiddenAreas }: FrameMetadata): string =>
  [ext, capturedAt, seenAt, ...(hiddenAreas === null ? [] : [hiddenAreas])].join('|');

/** Null for what another version has written. */
export function parseFrameState(text: string | null | undefined): FrameMetadata | null {
  const [format, capturedAt, seenAt, hiddenAreas = null] = (text ?? '').split('|');
  const ext = FrameExt.safeParse(format).data;
  return ext === undefined ? null : { ext, capturedAt: Number(capturedAt), seenAt: Number(seenAt), hiddenAreas };
}

const announcementOf = (redis: Redis, { company, device }: FrameOwner, ext: FrameExt | null) => {
  const message: BusMessageOf<'frame_format'> = { t: 'frame_format', device, ext };
  return { publish: redis.publishCommand, channel: busChannels.company(company), message: JSON.stringify(message) };
};

const addLastFrame = readLua(new URL('add-last-frame.lua', import.meta.url));
const announcement = ['publish', 'channel', 'message'] as const;

const store = loadLuaScript(new URL('store-last-frame.lua', import.meta.url), {
  uses: [addLastFrame],
  keys: ['index', 'frame', 'states', 'expiry', 'unsaved', 'checked'],
  args: ['version', 'company', 'device', 'ext', 'state', 'seen', 'sealed', 'default_minutes', ...announcement],
});

/**
 * Stores the newest frame of a device for as long as its company says. @param version of the fleet that the caller
 * knows
 * @returns false when the company stores none, or its fleet has changed since that version
 */
export async function storeLastFrame(
  redis: Redis,
  { sealed, ...state }: FrameMetadata & { readonly sealed: Buffer },
  { version, ...owner }: FrameOwner & { readonly version: number },
): Promise<boolean> {
  const { company, device } = owner;
  const stored = await redis.run(store, {
    keys: { index: redisKeys.index(company), ...framePart(company, device) },
    args: {
      version,
      company,
      device,
      ext: state.ext,
      state: formatState(state),
      seen: state.seenAt,
      sealed,
      default_minutes: DEFAULT_FRAME_POLICIES.picture_retention,
      ...announcementOf(redis, owner, state.ext),
    },
  });
  return stored === 1;
}

/** The sealed frame, or null when Redis does not have it; the database may. */
export const readSealedFrame = (redis: Redis, { company, device }: FrameOwner): Promise<Buffer | null> =>
  redis.bytes.get(redisKeys.lastFrame(company, device));

const restore = loadLuaScript(new URL('restore-last-frame.lua', import.meta.url), {
  uses: [addLastFrame],
  keys: ['states', 'expiry', 'checked'],
  args: ['company', 'device', 'ext', 'state', 'ends', ...announcement],
});

/** Makes known a frame that only the database has. @returns whether it was not known */
export async function restoreLastFrameState(
  redis: Redis,
  { endsAt, ...state }: FrameMetadata & { readonly endsAt: number },
  owner: FrameOwner,
): Promise<boolean> {
  const { company, device } = owner;
  const restored = await redis.run(restore, {
    keys: framePart(company, device),
    args: {
      company,
      device,
      ext: state.ext,
      state: formatState(state),
      ends: endsAt,
      ...announcementOf(redis, owner, state.ext),
    },
  });
  return restored === 1;
}

const remove = loadLuaScript(new URL('remove-last-frame.lua', import.meta.url), {
  keys: ['frame', 'states', 'expiry', 'unsaved', 'checked'],
  args: ['company', 'device', 'expired_at', ...announcement],
});

/** Deletes a frame from Redis. @param expiredAt only if its time has ended by then; null = in any case */
export async function removeLastFrame(redis: Redis, owner: FrameOwner, expiredAt: number | null): Promise<boolean> {
  const { company, device } = owner;
  const removed = await redis.run(remove, {
    keys: framePart(company, device),
    args: { company, device, expired_at: expiredAt ?? '', ...announcementOf(redis, owner, null) },
  });
  return removed === 1;
}

const markSaved = loadLuaScript(new URL('mark-frame-saved.lua', import.meta.url), {
  keys: ['frame', 'states', 'unsaved'],
  args: ['device', 'member', 'state', 'hot_ms'],
});

/** What is read most: the first paint of a tile soon after its device was watched. */
const HOT_MS = 10 * 60_000;

/** The database has the frame: Redis forgets it after some minutes. @returns whether it was not deleted meanwhile */
export async function markFrameSaved(
  redis: Redis,
  { company, device, ...state }: FrameOwner & FrameMetadata,
): Promise<boolean> {
  const { frame, states, unsaved } = framePart(company, device);
  const isKnown = await redis.run(markSaved, {
    keys: { frame, states, unsaved },
    args: { device, member: memberOf({ company, device }), state: formatState(state), hot_ms: HOT_MS },
  });
  return isKnown === 1;
}

const memberOf = ({ company, device }: FrameOwner): string => `${company}:${device}`;

function ownerOf(member: string): FrameOwner {
  const [company, device] = member.split(':').map(Number);
  return { company: CompanyPk.parse(company), device: DevicePk.parse(device) };
}

/** The frames of a partition that the database does not have in their newest state. */
export async function readUnsavedFrames(redis: Redis, partition: number): Promise<(FrameOwner & FrameMetadata)[]> {
  const all = await redis.commands.hGetAll(redisKeys.unsavedFrames(partition));
  return Object.entries(all).flatMap(([member, text]) => {
    const state = parseFrameState(text);
    return state ? [{ ...ownerOf(member), ...state }] : [];
  });
}

/** Whose time has ended. */
export async function findExpiredFrames(redis: Redis, partition: number, at: number): Promise<FrameOwner[]> {
  const members = await redis.commands.zRangeByScore(redisKeys.lastFrameExpiry(partition), '-inf', at);
  return members.map(ownerOf);
}

export const readFrameStates = async (redis: Redis, company: CompanyPk): Promise<Map<DevicePk, FrameMetadata>> => {
  const all = await redis.commands.hGetAll(redisKeys.lastFrameStates(company));
  const states = Object.entries(all).map(
    ([device, text]) => [Number(device) as DevicePk, parseFrameState(text)] as const,
  );
  return new Map(states.flatMap(([device, state]) => (state ? [[device, state] as const] : [])));
};

/** Sets when frames are deleted, after a change of how long the company keeps them. */
export async function setFrameExpiryTimes(
  redis: Redis,
  company: CompanyPk,
  ends: readonly (readonly [device: DevicePk, at: number])[],
): Promise<void> {
  if (ends.length === 0) return;
  const members = ends.map(([device, score]) => ({ score, value: memberOf({ company, device }) }));
  await redis.commands.zAdd(redisKeys.lastFrameExpiry(partitionOf(company)), members, { condition: 'XX' });
}

/**
 * The companies of a partition that have frames, with the version of the fleet for which all of them were checked;
 * null: some were not.
 */
export async function readFrameCheckVersions(redis: Redis, partition: number): Promise<Map<CompanyPk, number | null>> {
  const all = await redis.commands.hGetAll(redisKeys.checkedFrames(partition));
  return new Map(
    Object.entries(all).map(([company, version]) => [
      Number(company) as CompanyPk,
      version === '' ? null : Number(version),
    ]),
  );
}

const markChecked = loadLuaScript(new URL('mark-frames-checked.lua', import.meta.url), {
  keys: ['states', 'checked'],
  args: ['company', 'version'],
});

/** All frames that the company has now are permitted by this version of its fleet. */
export async function markFramesChecked(redis: Redis, company: CompanyPk, fleetVersion: number): Promise<void> {
  const checked = redisKeys.checkedFrames(partitionOf(company));
  await redis.run(markChecked, {
    keys: { states: redisKeys.lastFrameStates(company), checked },
    args: { company, version: fleetVersion },
  });
}
