/** `act_name_id` of an audit entry (spec 2 §7, spec 3 §4). */
export const auditCode = {
  remoteControl: 1,
  fileManager: 2,
  reboot: 3,
  shutdown: 4,
  agentUpdate: 5,
  rename: 11,
  memo: 12,
  delete: 13,
  groupMove: 21,
  valueChange: 30,
  /** 31–35 happen in a viewer or at the device, which report them. */
  scheduleOnAdded: 31,
  scheduleOffAdded: 32,
  scheduleOnRemoved: 33,
  scheduleOffRemoved: 34,
  remoteController: 35,
  /** 40–49 users, 50–54 policies (decision 59). */
  userCreated: 40,
  userChange: 41,
  userDeleted: 42,
  passwordReset: 43,
  authenticatorReset: 44,
  userUnlocked: 45,
  permission: 46,
  policyChange: 50,
  ipRule: 51,
  pledge: 53,
  /** 55–59 approvals and tickets. */
  accessRequested: 55,
  accessApproved: 56,
  accessRejected: 57,
  ticketRequested: 58,
  ticketDecided: 59,
  exported: 65,
  /** 70–74 incidents and maintenance windows. */
  incidentAcknowledged: 70,
  incidentResolved: 71,
  groupGranted: 48,
  groupRevoked: 49,
  apiToken: 76,
  configuration: 80,
  application: 81,
  clone: 82,
  processEnd: 87,
  tags: 88,
  groupCreated: 89,
  groupChanged: 90,
  groupDeleted: 91,
  alertThreshold: 92,
  signInLink: 93,
  deviceApproval: 94,
  enrolToken: 95,
} as const;
export type AuditAction = keyof typeof auditCode;
export type AuditCode = (typeof auditCode)[keyof typeof auditCode];

/** `act_type_id`: 1 for an action on a device, 5 for a deletion (spec 2 §7). */
export const auditType = { action: 1, deletion: 5 } as const;
