import type { OsId } from '../contract/device.ts';
import type { AgentPolicies } from '../contract/events/agent-down/settings.ts';
import type { PolicyComplianceFacts } from '../contract/events/agent-up/policy-state.ts';

/** `none`: nothing is required of this device; `unknown`: it has not said whether it meets the requirement. */
export type RequirementState = 'none' | 'met' | 'unmet' | 'unknown';

/** The requirements on a device, by the name under which a session is refused (decision 42). */
export interface RequirementResults {
  readonly min_os: RequirementState;
  readonly vaccine: RequirementState;
}

type Required = Pick<AgentPolicies, 'min_os_major' | 'min_os_minor' | 'vaccine'>;

const WINDOWS = 1;

/** The first two numbers of a version; undefined for a text that does not begin with them. */
function versionOf(text: string | null | undefined): readonly [major: number, minor: number] | undefined {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})/u.exec(text ?? '') ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}

function minOsOf(
  { min_os_major, min_os_minor }: Required,
  osId: OsId,
  state: PolicyComplianceFacts | null,
): RequirementState {
  const isRequired = osId === WINDOWS && (min_os_major > 0 || min_os_minor > 0);
  if (!isRequired) return 'none';
  const version = versionOf(state?.os_version);
  if (!version) return 'unknown';
  const [major, minor] = version;
  return major > min_os_major || (major === min_os_major && minor >= min_os_minor) ? 'met' : 'unmet';
}

/** What was found for another name says nothing about this one. */
function vaccineOf({ vaccine }: Required, state: PolicyComplianceFacts | null): RequirementState {
  if (vaccine === '') return 'none';
  if (state?.vaccine !== vaccine || state.vaccine_running === null) return 'unknown';
  return state.vaccine_running ? 'met' : 'unmet';
}

/**
 * Whether a device meets the requirements of its company, by what its agent reported last. The version binds Windows
 * only.
 */
export const deviceRequirementResults = (
  policies: Required,
  osId: OsId,
  state: PolicyComplianceFacts | null,
): RequirementResults => ({
  min_os: minOsOf(policies, osId, state),
  vaccine: vaccineOf(policies, state),
});

/** The requirement that a device does not meet, or null. */
export function unmetDeviceRequirement({ min_os, vaccine }: RequirementResults): keyof RequirementResults | null {
  if (min_os === 'unmet') return 'min_os';
  return vaccine === 'unmet' ? 'vaccine' : null;
}

export const areRequirementResultsKnown = ({ min_os, vaccine }: RequirementResults): boolean =>
  min_os !== 'unknown' && vaccine !== 'unknown';
