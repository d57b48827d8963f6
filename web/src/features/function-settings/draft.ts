import {
  functionSettingsProblem,
  type FunctionSettingName,
  type FunctionSettingProblem,
  type FunctionSettings,
} from '@vigil/shared/contract/function-settings-rules';
import type {
  VersionedFunctionSettings,
  FunctionSettingLastChange,
} from '@vigil/shared/contract/http/function-settings';

/** The fields in which a number is typed. */
export const numberSettingNames = [
  'block_num',
  'password_change_limit',
  'idle_time',
  'session_time',
  'picture_budget',
] as const;
export type NumberSettingName = (typeof numberSettingNames)[number];

/** The settings as they are being edited: typed numbers are texts. */
export type FunctionSettingsDraft = Omit<FunctionSettings, NumberSettingName> & {
  readonly [F in NumberSettingName]: string;
};

/** All fields in the order of the page, by section; the five of spec 2 §2 first. */
export const functionSettingSections = {
  essentials: [
    'password_level',
    'password_max',
    'block_num',
    'password_change_limit',
    'self_unlock',
    'otp_required',
    'statistics_delete_period',
  ],
  sessions: ['idle_time', 'session_time'],
  remote: [
    'file_transfer',
    'capture',
    'display_power_save',
    'system_power_save',
    'security_agreement',
    'remote_consent',
  ],
  devices: ['min_os_major', 'min_os_minor', 'vaccine', 'agent_restart_time'],
  pictures: ['pictures', 'picture_retention', 'picture_budget'],
} as const satisfies Record<string, readonly FunctionSettingName[]>;
export type SectionName = keyof typeof functionSettingSections;

const fields: readonly FunctionSettingName[] = Object.values(functionSettingSections).flat();

export function functionSettingsDraftOf({
  version: _version,
  changes: _changes,
  ...settings
}: VersionedFunctionSettings): FunctionSettingsDraft {
  const { block_num, password_change_limit, idle_time, session_time, picture_budget } = settings;
  return {
    ...settings,
    block_num: String(block_num),
    password_change_limit: String(password_change_limit),
    idle_time: String(idle_time),
    session_time: String(session_time),
    picture_budget: String(picture_budget ?? ''),
  };
}

/** The first problem of a draft in the order in which a save checks them (spec 2 §5), or null. */
export const functionDraftProblemOf = (draft: FunctionSettingsDraft): FunctionSettingProblem | null =>
  functionSettingsProblem(draft);

const textOf = (settings: FunctionSettingsDraft, field: FunctionSettingName): string =>
  String(settings[field] ?? '').trim();

/** `007` is 7, as the server stores it. */
const isSame = (a: FunctionSettingsDraft, b: FunctionSettingsDraft, field: FunctionSettingName): boolean => {
  const [one, other] = [textOf(a, field), textOf(b, field)];
  const isNumber = (numberSettingNames as readonly string[]).includes(field) && /^\d+$/u.test(one);
  return isNumber ? Number(one) === Number(other) : one === other;
};

/** The fields in which two drafts differ, in the order of the page. */
export const differingFields = (a: FunctionSettingsDraft, b: FunctionSettingsDraft): FunctionSettingName[] =>
  fields.filter((field) => !isSame(a, b, field));

export interface RebasedSettingsDraft {
  readonly draft: FunctionSettingsDraft;
  /** What was changed on the server since and is not as the draft has it, and by whom last. */
  readonly theirs: readonly FunctionSettingName[];
  /** Those of them that the draft changes as well. */
  readonly both: readonly FunctionSettingName[];
  readonly name: string;
}

/**
 * A draft on top of settings that are newer than those it began with: what it has changed stays, the rest is theirs.
 */
export function mergeDraft(
  draft: FunctionSettingsDraft,
  base: VersionedFunctionSettings,
  current: VersionedFunctionSettings,
): RebasedSettingsDraft {
  const [before, now] = [functionSettingsDraftOf(base), functionSettingsDraftOf(current)];
  const mine = differingFields(before, draft);
  const theirs = differingFields(before, now).filter((field) => !isSame(now, draft, field));
  const kept = Object.fromEntries(mine.map((field) => [field, draft[field]])) as Partial<FunctionSettingsDraft>;
  const last = latestOf(theirs.map((field) => current.changes[field]));
  return {
    draft: { ...now, ...kept },
    theirs,
    both: theirs.filter((field) => mine.includes(field)),
    name: last?.name ?? '',
  };
}

const latestOf = (changes: readonly (FunctionSettingLastChange | undefined)[]): FunctionSettingLastChange | undefined =>
  changes
    .filter((change) => change !== undefined)
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1);
