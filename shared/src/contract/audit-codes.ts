import { auditTexts } from '../texts/audit-texts.ts';
import type { Language } from './languages.ts';

/**
 * How the values of an entry are written: JSON of an object, one field of the policies, of a user or of a group, a
 * threshold, what was done with a ticket, a period or time, a word that has a translation. Without one they are names,
 * texts and addresses.
 */
export type AuditValueFormat =
  | 'record'
  | 'field'
  | 'userField'
  | 'groupField'
  | 'threshold'
  | 'ticket'
  | 'times'
  | 'word';

interface AuditActionDefinition {
  readonly code: number;
  readonly values?: AuditValueFormat;
}

/**
 * What a user did: `act_name_id` of an audit entry (spec 2 §7, spec 3 §4), and its name on screens and in spreadsheets.
 */
const actions = {
  remoteControl: { code: 1, values: 'record' },
  fileManager: { code: 2, values: 'record' },
  reboot: { code: 3 },
  shutdown: { code: 4 },
  agentUpdate: { code: 5, values: 'record' },
  rename: { code: 11 },
  memo: { code: 12 },
  delete: { code: 13 },
  groupMove: { code: 21 },
  valueChange: { code: 30, values: 'field' },
  /** 31–35 happen in a viewer or at the device, which report them. */
  scheduleOnAdded: { code: 31 },
  scheduleOffAdded: { code: 32 },
  scheduleOnRemoved: { code: 33 },
  scheduleOffRemoved: { code: 34 },
  remoteController: { code: 35 },
  /** 40–49 users, 50–54 policies (decision 59). */
  userCreated: { code: 40, values: 'userField' },
  userChange: { code: 41, values: 'userField' },
  userDeleted: { code: 42 },
  passwordReset: { code: 43, values: 'userField' },
  authenticatorReset: { code: 44, values: 'userField' },
  userUnlocked: { code: 45, values: 'userField' },
  permission: { code: 46, values: 'userField' },
  policyChange: { code: 50, values: 'field' },
  ipRule: { code: 51 },
  pledge: { code: 53 },
  /** By the nightly task that keeps to the period of the policies. */
  historyDeleted: { code: 54, values: 'record' },
  /** 55–59 approvals and tickets. */
  accessRequested: { code: 55, values: 'times' },
  accessApproved: { code: 56, values: 'times' },
  accessRejected: { code: 57 },
  accessWithdrawn: { code: 99, values: 'times' },
  ticketRequested: { code: 58, values: 'ticket' },
  ticketDecided: { code: 59, values: 'ticket' },
  /**
   * 60–64 payments. `paymentEnded` without a purchase: cancelled, failed or lapsed; `paymentRefused`: money for an
   * order that nobody waits for.
   */
  paymentOrdered: { code: 60 },
  paymentPaid: { code: 61 },
  paymentEnded: { code: 62, values: 'word' },
  paymentWithdrawn: { code: 63 },
  paymentRefused: { code: 64 },
  exported: { code: 65, values: 'word' },
  /** 70–74 incidents and maintenance windows. */
  incidentAcknowledged: { code: 70 },
  incidentResolved: { code: 71 },
  maintenanceWindow: { code: 72, values: 'record' },
  maintenanceEnded: { code: 73 },
  groupGranted: { code: 48 },
  groupRevoked: { code: 49 },
  apiToken: { code: 76 },
  screen: { code: 77 },
  channel: { code: 78, values: 'record' },
  configuration: { code: 80, values: 'record' },
  application: { code: 81, values: 'record' },
  clone: { code: 82, values: 'word' },
  processEnd: { code: 87 },
  tags: { code: 88 },
  groupCreated: { code: 89 },
  groupChanged: { code: 90, values: 'groupField' },
  groupDeleted: { code: 91 },
  alertThreshold: { code: 92, values: 'threshold' },
  signInLink: { code: 93 },
  deviceApproval: { code: 94, values: 'word' },
  enrolToken: { code: 95, values: 'record' },
  /** A session was opened by its viewer, and ended; `remoteControl` and `fileManager` are when it was asked for. */
  handOver: { code: 84 },
  remoteOpened: { code: 97, values: 'record' },
  remoteEnded: { code: 98, values: 'record' },
  companyExported: { code: 100 },
  companyDeletion: { code: 101, values: 'times' },
  companyKept: { code: 102, values: 'times' },
  companyChanged: { code: 103, values: 'field' },
  /** The viewer in control has locked keyboard and mouse at the device, or given them back. */
  inputLock: { code: 104, values: 'word' },
  /** The person at the device was asked whether a viewer may see it, and has let it in, refused, or not answered. */
  remoteConsent: { code: 105, values: 'word' },
  agentReadmitted: { code: 96 },
} as const satisfies Readonly<Record<string, AuditActionDefinition>>;

export type AuditAction = keyof typeof actions;
type CodeOf<A extends AuditAction> = (typeof actions)[A]['code'];
export type AuditCode = CodeOf<AuditAction>;

const auditActions = Object.keys(actions) as AuditAction[];
export const auditCode = Object.fromEntries(auditActions.map((action) => [action, actions[action].code])) as {
  readonly [A in AuditAction]: CodeOf<A>;
};
export const auditCodes: readonly AuditCode[] = Object.values(auditCode);

const names = auditTexts('actions') satisfies Readonly<Record<AuditAction, unknown>>;
const byCode = new Map<number, AuditAction>(auditActions.map((action) => [auditCode[action], action]));

/** The name of an action; the number of one that a later version has recorded. */
export function auditActionName(code: number, language: Language): string {
  const action = byCode.get(code);
  return action ? names[action][language] : String(code);
}

/** How the values of an action are written. */
export function auditValueFormat(code: number): AuditValueFormat | undefined {
  const action = byCode.get(code);
  return action && (actions[action] as AuditActionDefinition).values;
}

/** `act_type_id`: 1 for an action on a device, 5 for a deletion (spec 2 §7). */
export const auditTypeIds = { action: 1, deletion: 5 } as const;
