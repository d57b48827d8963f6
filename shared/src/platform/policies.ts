import { eq } from 'drizzle-orm';
import type { AgentPolicies } from '../contract/events/agent-down/settings.ts';
import { DEFAULT_FRAME_POLICIES } from '../contract/frame-policies.ts';
import type { FramePolicies } from '../contract/frame-policies.ts';
import type { RemoteSessionPolicies } from '../contract/http/remote-sessions.ts';
import type { CompanyPk } from '../contract/ids.ts';
import { DEFAULT_AGENT_POLICIES } from '../domain/agent-settings.ts';
import {
  DEFAULT_PASSWORD_MAX,
  isPasswordLevel,
  followsCompanyPasswordLevel,
  passwordRuleOf,
} from '../domain/password-rules.ts';
import type { ReadTx, Tx } from './db/client.ts';
import { policies } from './db/schema/policies.ts';

type Row = typeof policies.$inferSelect;
export type CompanyPolicies = Omit<Row, 'companyFk' | 'version' | 'changes'>;

/** The policies of a company that has set none, in minutes, attempts, days and months. */
export const DEFAULT_POLICIES: CompanyPolicies = {
  fileTransfer: DEFAULT_AGENT_POLICIES.file_transfer,
  blockNum: 5,
  passwordChangeLimit: 0,
  idleTime: 0,
  sessionTime: 0,
  minOsMajor: DEFAULT_AGENT_POLICIES.min_os_major,
  minOsMinor: DEFAULT_AGENT_POLICIES.min_os_minor,
  vaccine: DEFAULT_AGENT_POLICIES.vaccine,
  capture: DEFAULT_AGENT_POLICIES.capture,
  displayPowerSave: DEFAULT_AGENT_POLICIES.display_power_save,
  systemPowerSave: DEFAULT_AGENT_POLICIES.system_power_save,
  securityAgreement: DEFAULT_AGENT_POLICIES.security_agreement,
  remoteConsent: 0,
  passwordLevel: 3,
  passwordMax: DEFAULT_PASSWORD_MAX,
  otpRequired: 0,
  selfUnlock: 1,
  agentRestartTime: DEFAULT_AGENT_POLICIES.agent_restart_time,
  statisticsDeletePeriod: 12,
  pictures: DEFAULT_FRAME_POLICIES.pictures,
  pictureRetention: DEFAULT_FRAME_POLICIES.picture_retention,
  pictureBudget: DEFAULT_FRAME_POLICIES.picture_budget,
  externalAccess: 1,
};

/** The policies that agents receive. */
export const agentPoliciesOf = (all: CompanyPolicies): AgentPolicies => ({
  capture: all.capture,
  display_power_save: all.displayPowerSave,
  system_power_save: all.systemPowerSave,
  vaccine: all.vaccine,
  file_transfer: all.fileTransfer,
  security_agreement: all.securityAgreement,
  min_os_major: all.minOsMajor,
  min_os_minor: all.minOsMinor,
  agent_restart_time: all.agentRestartTime,
});

/** The policies for frames, which gateways and the API enforce. */
export const framePoliciesOf = (all: CompanyPolicies): FramePolicies => ({
  pictures: all.pictures,
  picture_retention: all.pictureRetention,
  picture_budget: all.pictureBudget,
});

/** The policies that a viewer goes by. */
export const remoteSessionPoliciesOf = (all: CompanyPolicies): RemoteSessionPolicies => ({
  file_transfer: all.fileTransfer,
  capture: all.capture,
  display_power_save: all.displayPowerSave,
  system_power_save: all.systemPowerSave,
});

export async function readPolicies(tx: ReadTx, company: CompanyPk): Promise<CompanyPolicies> {
  const [row] = await tx.select().from(policies).where(eq(policies.companyFk, company));
  return row ?? DEFAULT_POLICIES;
}

/** The policies with the version of a save, and who changed which of them last. */
export async function readVersionedPolicies(tx: ReadTx, company: CompanyPk): Promise<Omit<Row, 'companyFk'>> {
  const [row] = await tx.select().from(policies).where(eq(policies.companyFk, company));
  return row ?? { ...DEFAULT_POLICIES, version: 0, changes: {} };
}

/** The policies that one change at a time writes: the row is there, and locked until the transaction ends. */
export async function lockPolicies(tx: Tx, company: CompanyPk): Promise<Row> {
  await tx.insert(policies).values({ companyFk: company }).onConflictDoNothing();
  const [row] = await tx.select().from(policies).where(eq(policies.companyFk, company)).for('update');
  if (!row) throw new Error(`company ${company} has no policies`);
  return row;
}

export interface PolicyChange {
  readonly column: keyof CompanyPolicies;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

const textOf = (value: CompanyPolicies[keyof CompanyPolicies]): string | null =>
  value === null ? null : String(value);

/** `blockNum` on the wire, in audits and in the help of commands: `block_num`. */
export const wireNameOf = (column: keyof CompanyPolicies): string =>
  column.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/**
 * The only path by which policies are changed: writes those of `wanted` that differ from `before`, which `lockPolicies`
 * returned, under the next version. @returns what has changed, for the audit
 */
export async function writePolicies(
  tx: Tx,
  before: Row,
  { wanted, name, at }: { wanted: Partial<CompanyPolicies>; name: string; at: Date },
): Promise<PolicyChange[]> {
  const columns = (Object.keys(wanted) as (keyof CompanyPolicies)[]).filter(
    (column) => wanted[column] !== undefined && wanted[column] !== before[column],
  );
  if (columns.length === 0) return [];
  const version = before.version + 1;
  const change = { version, at: at.toISOString(), name };
  const changes = { ...before.changes, ...Object.fromEntries(columns.map((column) => [wireNameOf(column), change])) };
  await tx
    .update(policies)
    .set({ ...wanted, version, changes })
    .where(eq(policies.companyFk, before.companyFk));
  return columns.map((column) => ({
    column,
    oldValue: textOf(before[column]),
    newValue: textOf(wanted[column] ?? null),
  }));
}

type PasswordPolicies = Pick<CompanyPolicies, 'passwordLevel' | 'passwordMax'>;

/** The rule as screens need it: whether its level replaces one of the company that does not exist. */
export function wirePasswordRule(memberType: number, policy: PasswordPolicies) {
  const { level, max } = passwordRuleOf(memberType, policy);
  return {
    password_level: level,
    password_level_invalid: followsCompanyPasswordLevel(memberType) && !isPasswordLevel(policy.passwordLevel),
    password_max: max,
  };
}
