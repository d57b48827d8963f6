import en from '../texts/en/problems.json' with { type: 'json' };
import ja from '../texts/ja/problems.json' with { type: 'json' };
import ko from '../texts/ko/problems.json' with { type: 'json' };
import type { Language } from './languages.ts';
import { accountProblems } from './problems/accounts.ts';
import { agentUpdateProblems } from './problems/agent-updates.ts';
import { apiTokenProblems } from './problems/api-tokens.ts';
import { appConfigProblems } from './problems/app-configs.ts';
import { applicationProblems } from './problems/applications.ts';
import { approvalProblems } from './problems/approvals.ts';
import { channelProblems } from './problems/channels.ts';
import { commandProblems } from './problems/commands.ts';
import { deviceIdentityProblems } from './problems/device-identity.ts';
import { filterProblems } from './problems/filters.ts';
import { functionSettingProblems } from './problems/function-settings.ts';
import { generalProblems } from './problems/general.ts';
import { groupProblems } from './problems/groups.ts';
import { incidentProblems } from './problems/incidents.ts';
import { ipPolicyProblems } from './problems/ip-policy.ts';
import { maintenanceProblems } from './problems/maintenance.ts';
import { paymentProblems } from './problems/payments.ts';
import type { ProblemDefinition } from './problems/problem-definition.ts';
import { remoteSessionProblems } from './problems/remote-sessions.ts';
import { userProblems } from './problems/users.ts';
import { wallScreenProblems } from './problems/wall-screens.ts';
import { wallViewProblems } from './problems/wall-views.ts';

const definitions = {
  ...generalProblems,
  ...accountProblems,
  ...agentUpdateProblems,
  ...apiTokenProblems,
  ...appConfigProblems,
  ...applicationProblems,
  ...approvalProblems,
  ...channelProblems,
  ...commandProblems,
  ...deviceIdentityProblems,
  ...filterProblems,
  ...functionSettingProblems,
  ...groupProblems,
  ...incidentProblems,
  ...ipPolicyProblems,
  ...maintenanceProblems,
  ...paymentProblems,
  ...remoteSessionProblems,
  ...userProblems,
  ...wallScreenProblems,
  ...wallViewProblems,
} as const;

export type ProblemCode = keyof typeof definitions;

const texts: Readonly<Record<Language, Readonly<Record<ProblemCode, string>>>> = { en, ko, ja };
const withTexts = (code: ProblemCode) => ({
  ...definitions[code],
  en: texts.en[code],
  ko: texts.ko[code],
  ja: texts.ja[code],
});

/**
 * All expected failures, with their texts. The codes are the message keys of the specification (spec 1 §8, spec 2 §8,
 * spec 3 §8) and, where it has none, names in the same style.
 */
export const problems = Object.fromEntries(
  (Object.keys(definitions) as ProblemCode[]).map((code) => [code, withTexts(code)]),
) as Readonly<Record<ProblemCode, ProblemDefinition & Readonly<Record<Language, string>>>>;

/** Which kind of permission is missing when a call is refused with 403. */
export type DenialReason = 'role' | 'flag' | 'group' | 'policy' | 'window' | 'licence';

export interface ProblemDetail {
  field?: string;
  reason?: DenialReason;
  /** The missing flag, the limit, or the number to confirm. */
  detail?: string | number;
  /** Seconds until the same call may succeed. */
  retryAfter?: number;
  cause?: unknown;
}

/** An expected failure. Anything else that is thrown becomes `internal`, with an id and without its message. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: ProblemDetail;

  constructor(code: ProblemCode, detail: ProblemDetail = {}) {
    super(code, detail.cause === undefined ? {} : { cause: detail.cause });
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** Whether the call that was refused with this code may be repeated. */
export const isRetryable = (code: string): boolean => isProblemCode(code) && problems[code].retry !== undefined;
