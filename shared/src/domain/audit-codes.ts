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
} as const;
export type AuditCode = (typeof auditCode)[keyof typeof auditCode];

/** `act_type_id`: 1 for an action on a device, 5 for a deletion (spec 2 §7). */
export const auditType = { action: 1, deletion: 5 } as const;
