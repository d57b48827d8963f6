import * as z from 'zod';
import { updateChannels } from '../app-config-rules.ts';
import { endpoint } from '../endpoint.ts';
import { DevicePk, GroupPk, pkInPath, RolloutPk } from '../ids.ts';
import { MAX_BULK_DEVICES } from '../limits.ts';
import { releaseArchs, releaseSystems, ReleaseVersion } from '../release.ts';
import {
  MAX_LEAST_DECIDED,
  DEFAULT_ROLLOUT_FAILURE_PERCENT,
  DEFAULT_ROLLOUT_LEAST_DECIDED,
  rolloutOutcomes,
  rolloutHaltReasons,
  rolloutStates,
} from '../rollout-rules.ts';
import * as devices from '../routes/devices.ts';

export const PublishedRelease = z.object({
  version: z.string(),
  channel: z.enum(updateChannels),
  published_at: z.iso.datetime(),
  systems: z.array(z.object({ os: z.enum(releaseSystems), arch: z.enum(releaseArchs), size: z.int() })),
});
export type PublishedRelease = z.infer<typeof PublishedRelease>;

/**
 * Devices that the caller sees, by the version of their agent; `outdated` are those for which there is a newer release.
 */
export const AgentVersionCount = z.object({ version: z.string(), devices: z.int(), outdated: z.int() });
export type AgentVersionCount = z.infer<typeof AgentVersionCount>;

const Percent = z.int().min(1).max(100);

export const Rollout = z.object({
  pk: RolloutPk,
  /** Null: the whole company, or a group that was deleted since. */
  device_group_fk: GroupPk.nullable(),
  device_group_name: z.string(),
  version: z.string(),
  /** The share of its devices that is updated now. */
  percent: Percent,
  /** It stops when at least `least_decided` devices are decided and this share of them has failed. */
  failure_percent: Percent,
  least_decided: z.int(),
  state: z.enum(rolloutStates),
  /** Null when a user stopped or paused it. */
  reason: z.enum(rolloutHaltReasons).nullable(),
  /** The user who started it, or let it go on last. */
  issuer_name: z.string(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  /**
   * `share`: devices of its present share. Of these, `waiting` are not updated yet, and `open` are being updated.
   * `disabled` are not of its `total`: they were left out at its start, because their configuration does not allow
   * updates.
   */
  counts: z.object({
    total: z.int(),
    share: z.int(),
    waiting: z.int(),
    open: z.int(),
    done: z.int(),
    failed: z.int(),
    skipped: z.int(),
    disabled: z.int(),
  }),
});
export type Rollout = z.infer<typeof Rollout>;

/**
 * A device of a rollout, or one that was left out at its start (`updates_disabled`). `reason` is the code of a problem,
 * or a text of the agent. `decided_at` of a waiting one: from when on it is told again.
 */
export const RolloutDevice = z.object({
  device_pk: DevicePk,
  device_alias: z.string(),
  state: z.enum(['waiting', 'open', ...rolloutOutcomes]),
  reason: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
});
export type RolloutDevice = z.infer<typeof RolloutDevice>;

export const readAgentReleases = endpoint(devices.readAgentReleases, {
  summary: 'List the published releases of the agent, newest first, and how many devices run which version',
  objects: z.object({ releases: z.array(PublishedRelease), versions: z.array(AgentVersionCount) }),
});

export const listRollouts = endpoint(devices.listRollouts, {
  summary: 'List the newest 50 rollouts of agent updates',
  objects: z.array(Rollout),
});

/**
 * Updates the devices of a group and of those below it, a share of them at first. Only devices whose agent is older,
 * for whose system there is a package, whose update channel gets the release, and whose configuration allows updates
 * take part; those of another open rollout do not.
 * @throws Problem `no_release` for a version that is not published. When no device would take part:
 * `no_approved_device`, `in_other_rollout`, `channel_not_followed`, `updates_disabled`, `packages_deleted`,
 * `already_newest` or `no_release`, in this order where devices differ. `confirm_required` with the number of devices,
 * where it is over the company's `bulk_confirm_over`
 */
export const createRollout = endpoint(devices.createRollout, {
  audits: ['agentUpdate'],
  summary: 'Start updating the agents of a group, a share of its devices at first',
  body: z.object({
    /** Null: the whole company. */
    device_group_fk: GroupPk.nullable(),
    version: ReleaseVersion,
    percent: Percent.default(10),
    failure_percent: Percent.default(DEFAULT_ROLLOUT_FAILURE_PERCENT),
    least_decided: z.int().min(1).max(MAX_LEAST_DECIDED).default(DEFAULT_ROLLOUT_LEAST_DECIDED),
    confirm: z.int().optional(),
  }),
  objects: z.array(Rollout),
});

const params = z.object({ pk: pkInPath(RolloutPk) });

/**
 * Pauses, resumes or stops a rollout, or raises its share. Updates that are under way end as they do. One that has
 * stopped stays so; one that is done goes on when its share is raised. One that goes on does so in the name of the
 * caller.
 * @throws Problem `conflict` for a change that its state does not allow
 */
export const changeRollout = endpoint(devices.changeRollout, {
  audits: ['agentUpdate'],
  summary: 'Pause, resume or stop a rollout, or raise its share of devices',
  params,
  body: z.object({ action: z.enum(['pause', 'resume', 'stop']).optional(), percent: Percent.optional() }),
  objects: z.array(Rollout),
});

export const listRolloutDevices = endpoint(devices.listRolloutDevices, {
  summary: 'List the devices of a rollout that the caller sees, failures first',
  params,
  objects: z.array(RolloutDevice).max(MAX_BULK_DEVICES),
});
