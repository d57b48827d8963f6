import {
  functionSettingLimits,
  MAX_ANTIVIRUS_NAME,
  frameRetentionMinutes,
  type RemoteConsent,
} from '@vigil/shared/contract/function-settings-rules';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import { MAX_BULK_DEVICES } from '@vigil/shared/contract/limits';
import type { PasswordMax } from '@vigil/shared/contract/password-maxima';
import { readNetworkPolicySwitches } from '@vigil/shared/platform/access-policy';
import { operatorActor, policyAuditEntry, writeAudits } from '@vigil/shared/platform/audits';
import { announceOnCommit, publishFleetOnCommit } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { ipPolicies } from '@vigil/shared/platform/db/schema/policies';
import {
  agentPoliciesOf,
  framePoliciesOf,
  lockPolicies,
  readPolicies,
  writePolicies,
  type CompanyPolicies,
} from '@vigil/shared/platform/policies';
import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { changeAccessPolicy } from '../changes.ts';
import {
  defineOperatorCommand,
  separateWords,
  type OperatorCommand,
  type OperatorOptionDescriptions,
} from '../command.ts';
import { requireCompany } from '../find.ts';
import { companyPkArgument, bitArgument, integerArgument } from '../input.ts';

type OfCompany = Pick<typeof companies.$inferSelect, 'bulkConfirmOver' | 'commonPolicy' | 'ipPolicy'>;

/** The policies, what is a column of the company itself, and whether its IP rules are in force. */
type Settings = CompanyPolicies & OfCompany & Pick<typeof ipPolicies.$inferSelect, 'policyUse'>;

const hour = z
  .literal('never')
  .transform(() => null)
  .or(integerArgument(...functionSettingLimits.agent_restart_time));

const retention = integerArgument(0, 1_440).refine(
  (minutes) => (frameRetentionMinutes as readonly number[]).includes(minutes),
  {
    message: `one of ${frameRetentionMinutes.join(', ')}`,
  },
);
const budget = z
  .literal('default')
  .transform(() => null)
  .or(integerArgument(...functionSettingLimits.picture_budget));

/** Each policy with what it accepts and its text in the help (spec 3 §3; decisions 10, 40). */
const fields = {
  securityAgreement: [bitArgument, '1: a security pledge before each remote session'],
  fileTransfer: [bitArgument, '0: no file transfer'],
  capture: [bitArgument, '0: no still pictures and no recording in sessions'],
  displayPowerSave: [bitArgument, '1: the display may save power during a session'],
  systemPowerSave: [bitArgument, '1: the device may save power during a session'],
  remoteConsent: [
    integerArgument(0, 2).transform((rule) => rule as RemoteConsent),
    'the person at a device is asked before remote control: 0 no, 1 let in without an answer, 2 refuse without one',
  ],
  blockNum: [
    integerArgument(...functionSettingLimits.block_num),
    'wrong passwords until an account is locked; 0 = never',
  ],
  idleTime: [
    integerArgument(...functionSettingLimits.idle_time),
    'minutes without use until a session ends; 0 = three hours',
  ],
  sessionTime: [
    integerArgument(...functionSettingLimits.session_time),
    'minutes after sign-in until a session ends; 0 = unlimited',
  ],
  passwordChangeLimit: [
    integerArgument(...functionSettingLimits.password_change_limit),
    'days until a password has to be changed; 0 = never',
  ],
  passwordLevel: [integerArgument(0, 3), 'password level, 0 to 3'],
  passwordMax: [
    z.enum(['12', '64']).transform((max) => Number(max) as PasswordMax),
    'most characters of a password: 12 or 64',
  ],
  otpRequired: [bitArgument, '1: everybody sets up one-time codes at the next sign-in'],
  selfUnlock: [bitArgument, '1: users may unlock their own accounts'],
  minOsMajor: [
    integerArgument(...functionSettingLimits.min_os_major),
    'oldest version of Windows for a remote session; 0 = any',
  ],
  minOsMinor: [integerArgument(...functionSettingLimits.min_os_minor), 'the same, behind the point'],
  vaccine: [z.string().trim().max(MAX_ANTIVIRUS_NAME), 'process or service that a device must run; empty = none'],
  agentRestartTime: [hour, 'hour of the day in which agents restart; never = not at all'],
  pictures: [bitArgument, '0: no screen is captured, and no frame sent, stored or shown'],
  pictureRetention: [retention, 'minutes for which the last frame of a device is stored: 0, 10 or 1440'],
  pictureBudget: [budget, 'kB of frames a second; default = the limit of the server'],
  externalAccess: [bitArgument, '0: access from private addresses only'],
  policyUse: [bitArgument, '0: the IP rules are not in force; the way back for a company that has locked itself out'],
  ipPolicy: [bitArgument, '0: the company has no IP rules and no page for them'],
  commonPolicy: [bitArgument, '0: administrators have no page for these settings'],
  bulkConfirmOver: [
    integerArgument(1, MAX_BULK_DEVICES),
    'devices that one action may reach before their number has to be typed',
  ],
} as const satisfies Partial<Record<keyof Settings, readonly [z.ZodType, string]>>;
type Field = keyof typeof fields;
const names = Object.keys(fields) as Field[];

/** @throws Error that names the missing company */
async function readSettings(tx: ReadTx, company: CompanyPk): Promise<Settings> {
  const { bulkConfirmOver, commonPolicy, ipPolicy } = await requireCompany(tx, company);
  const { policyUse } = await readNetworkPolicySwitches(tx, company);
  return { ...(await readPolicies(tx, company)), bulkConfirmOver, commonPolicy, ipPolicy, policyUse };
}

const wire = (all: Settings) => Object.fromEntries(names.map((name) => [separateWords(name, '_'), all[name]]));

const show = defineOperatorCommand({
  name: 'policies show',
  summary: 'show the policies of a company',
  args: ['company'],
  input: z.object({ company: companyPkArgument }),
  run: ({ company }, { database }) => database.readAll(async (tx) => wire(await readSettings(tx, company))),
});

const values = Object.fromEntries(names.map((name) => [name, fields[name][0].optional()])) as {
  [F in Field]: z.ZodOptional<(typeof fields)[F][0]>;
};
const options = Object.fromEntries(
  names.map((name) => [`--${separateWords(name, '-')} <value>`, fields[name][1]]),
) as OperatorOptionDescriptions;

const besidePolicies = ['bulkConfirmOver', 'commonPolicy', 'ipPolicy', 'policyUse'] as const satisfies readonly Field[];

/** @returns what has changed: the name, the old and the new value */
async function writeSettings(
  tx: Tx,
  company: CompanyPk,
  {
    wanted: { bulkConfirmOver, commonPolicy, ipPolicy, policyUse, ...wanted },
    at,
  }: { wanted: Partial<Settings>; at: Date },
): Promise<{ column: string; oldValue: string | null; newValue: string | null }[]> {
  const ofCompany = { bulkConfirmOver, commonPolicy, ipPolicy };
  const own = { ...ofCompany, policyUse };
  const before = await readSettings(tx, company);
  const columns = besidePolicies.filter((column) => own[column] !== undefined && own[column] !== before[column]);
  if (columns.some((column) => column !== 'policyUse'))
    await tx.update(companies).set(ofCompany).where(eq(companies.pk, company));
  if (policyUse !== undefined) {
    await tx
      .insert(ipPolicies)
      .values({ companyFk: company, policyUse })
      .onConflictDoUpdate({ target: ipPolicies.companyFk, set: { policyUse } });
  }
  const changed = columns.map((column) => ({
    column,
    oldValue: String(before[column]),
    newValue: String(own[column]),
  }));
  return [...(await writePolicies(tx, await lockPolicies(tx, company), { wanted, name: 'operator', at })), ...changed];
}

const set = defineOperatorCommand({
  name: 'policies set',
  summary: 'change policies of a company; agents, open sessions and consoles follow at once',
  args: ['company'],
  options,
  input: z
    .object({ company: companyPkArgument, ...values })
    .refine((given) => names.some((name) => given[name] !== undefined), {
      message: 'name at least one policy',
      path: ['company'],
    }),
  async run({ company, ...wanted }, operator) {
    const changed = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== undefined),
    ) as Partial<Settings>;
    const now = await changeAccessPolicy(operator, company, async (tx) => {
      const changes = await writeSettings(tx, company, { wanted: changed, at: new Date(operator.now()) });
      await writeAudits(
        tx,
        operatorActor(company),
        changes.map((change) => policyAuditEntry(separateWords(change.column, '_'), change)),
      );
      const value = await readSettings(tx, company);
      publishFleetOnCommit(tx, [
        {
          t: 'settings_changed',
          policies: agentPoliciesOf(value),
          frames: framePoliciesOf(value),
          configs: [],
          groups: [],
        },
      ]);
      announceOnCommit(tx, { kind: 'policy' });
      return value;
    });
    return wire(now);
  },
});

export const companyPolicyCommands: readonly OperatorCommand[] = [show, set];
