import type { Language } from '../contract/languages.ts';
import { auditValueFormat, type AuditValueFormat } from '../contract/audit-codes.ts';
import {
  auditFieldLabels,
  dateFormatNames,
  ipListModeNames,
  noApproverName,
  remoteSessionEndNames,
  remoteSessionTypeNames,
  auditRoleNames,
  auditSwitchNames,
  thresholdNames,
  ticketTransitionTexts,
  auditUnitNames,
  auditKeywordNames,
  type AuditField,
} from './audit-fields.ts';
import { timeZoneOf } from './time-zones.ts';

/** Shown instead of an empty value. */
const NO_VALUE = '–';

const has = <K extends string>(names: Readonly<Record<K, unknown>>, value: string): value is K =>
  Object.hasOwn(names, value);

const fieldOf = (name: string): AuditField | undefined =>
  Object.hasOwn(auditFieldLabels, name) ? auditFieldLabels[name] : undefined;

/** A later version may record fields that this one has no name for: `img_size` is shown as `img size`. */
const nameOf = (name: string, language: Language): string =>
  fieldOf(name)?.names[language] ?? name.replaceAll('_', ' ').trim();

/** A value of a field as people read it; the value itself when the field has another one than this version knows. */
function valueOf(field: string, value: string, language: Language): string {
  if (value === '' || value === 'null') return NO_VALUE;
  const kind = fieldOf(field)?.kind;
  const isNumber = /^\d{1,9}$/u.test(value);
  if (kind === 'switch') return auditSwitchNames[value]?.[language] ?? value;
  if (kind === 'role') return auditRoleNames[value]?.[language] ?? value;
  if (kind === 'listed') return ipListModeNames[value]?.[language] ?? value;
  if (kind === 'session') return has(remoteSessionTypeNames, value) ? remoteSessionTypeNames[value][language] : value;
  if (kind === 'sessionEnd') return has(remoteSessionEndNames, value) ? remoteSessionEndNames[value][language] : value;
  if (kind === 'date') return dateFormatNames[Number(value)] ?? value;
  if (kind === 'zone') return isNumber ? timeZoneOf(Number(value)).name : value;
  if (kind !== undefined) return isNumber ? `${value}${auditUnitNames[kind][language]}` : value;
  if ((field === 'approver_fk' || field === 'approver') && value === '0') return noApproverName[language];
  return auditKeywordNames[value]?.[language] ?? value;
}

const pair = (field: string, value: string, language: Language): string =>
  `${nameOf(field, language)}: ${valueOf(field, value, language)}`;

type Render = (value: string, language: Language) => string;

const word: Render = (value, language) => auditKeywordNames[value]?.[language] ?? value;

/** `kim phone: 010`; a login ID has neither a space nor a colon. */
const ofUser: Render = (value, language) => {
  const [, user, field = '', text = ''] = /^([^\s:]+) (\w+): (.*)$/su.exec(value) ?? [];
  return user === undefined ? value : `${user} · ${pair(field, text, language)}`;
};

/** `idle_time: 30` */
const ofField: Render = (value, language) => {
  const [, field, text = ''] = /^(\w+): (.*)$/su.exec(value) ?? [];
  return field === undefined ? value : pair(field, text, language);
};

const groupFields = 'name|dev_limit|flag_confirm|manager_name|manager_email|manager_phone|group_fk';
const groupField = new RegExp(`^(.+?) (${groupFields}): (.*)$`, 'su');

/** `HQ/Floor 2 manager_phone: 010`; the path of a group may have spaces. */
const ofGroup: Render = (value, language) => {
  const [, path, field = '', text = ''] = groupField.exec(value) ?? [];
  return path === undefined ? value : `${path} · ${pair(field, text, language)}`;
};

/** `HQ/Floor 2 IW2: 90` */
const ofThreshold: Render = (value, language) => {
  const [, path, kind = '', limit = ''] = /^(.+) I\w(\d): (.*)$/su.exec(value) ?? [];
  return path === undefined ? value : `${path} · ${thresholdNames[kind]?.[language] ?? kind}: ${limit}`;
};

const isTicketMove = (move: string): move is keyof typeof ticketTransitionTexts =>
  Object.hasOwn(ticketTransitionTexts, move);

/** `#12 approve: 2026-05-01T09:00:00.000Z – 2026-05-01T12:00:00.000Z` */
const ofTicket: Render = (value, language) => {
  const [, number, move = '', period = ''] = /^#(\d+) (\w+): (.*)$/su.exec(value) ?? [];
  if (number === undefined) return value;
  return `#${number} · ${isTicketMove(move) ? ticketTransitionTexts[move][language] : move}: ${period}`;
};

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function pairsOf(value: object, language: Language): string[] {
  return Object.entries(value).flatMap(([field, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? pairsOf(inner, language)
      : [pair(field, Array.isArray(inner) ? inner.map(textOf).join(', ') : textOf(inner), language)],
  );
}

/** `{"name":"Lobby","version":"2"}`; a value of another form stays as it is. */
const ofRecord: Render = (value, language) => {
  const record = value.startsWith('{') ? parsed(value) : undefined;
  return typeof record === 'object' && record !== null ? pairsOf(record, language).join(' · ') : value;
};

const renderers: { readonly [F in AuditValueFormat]: Render } = {
  record: ofRecord,
  field: ofField,
  userField: ofUser,
  groupField: ofGroup,
  threshold: ofThreshold,
  ticket: ofTicket,
  word,
};

/**
 * The value of an audit entry in a language: entries are stored with the names of the contracts, which stay the same in every
 * language. @param code `act_name_id` of the entry
 */
export function auditValue(code: number, value: string | null, language: Language): string | null {
  if (value === null) return null;
  const format = auditValueFormat(code);
  return format === undefined ? value : renderers[format](value, language);
}
