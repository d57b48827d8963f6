import { auditValueFormat, type AuditValueFormat } from '../contract/audit-codes.ts';
import type { Language } from '../contract/languages.ts';
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

/** Who reads an entry: in which language, and with which clock. The times that are formatted are ISO 8601 UTC. */
export interface AuditReader {
  readonly language: Language;
  readonly moment: (at: string) => string;
  readonly period: (start: string, end: string) => string;
}

/** Shown instead of an empty value. */
const NO_VALUE = '–';

const has = <K extends string>(names: Readonly<Record<K, unknown>>, value: string): value is K =>
  Object.hasOwn(names, value);

const fieldOf = (name: string): AuditField | undefined =>
  Object.hasOwn(auditFieldLabels, name) ? auditFieldLabels[name] : undefined;

/** A later version may record fields that this one has no name for: `img_size` is shown as `img size`. */
const nameOf = (name: string, language: Language): string =>
  fieldOf(name)?.names[language] ?? name.replaceAll('_', ' ').trim();

type Render = (value: string, reader: AuditReader) => string;

/** Fields of records whose values are times. */
const timeFields: ReadonlySet<string> = new Set(['start_time', 'end_time', 'before', 'expires_at']);
const ISO_TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z`;
const isoPeriods = new RegExp(`(${ISO_TIME}) – (${ISO_TIME})`, 'gu');
const isoTimes = new RegExp(ISO_TIME, 'gu');

/** A text with its periods and times as the reader's clock shows them. */
const ofTimes: Render = (value, { period, moment }) =>
  value
    .replaceAll(isoPeriods, (_, start: string, end: string) => period(start, end))
    .replaceAll(isoTimes, (at) => moment(at));

/** A value of a field as people read it; the value itself when the field has another one than this version knows. */
function valueOf(field: string, value: string, reader: AuditReader): string {
  const { language } = reader;
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
  if (timeFields.has(field)) return ofTimes(value, reader);
  return auditKeywordNames[value]?.[language] ?? value;
}

const pair = (field: string, value: string, reader: AuditReader): string =>
  `${nameOf(field, reader.language)}: ${valueOf(field, value, reader)}`;

const word: Render = (value, { language }) => auditKeywordNames[value]?.[language] ?? value;

/** `kim phone: 010`; a login ID has neither a space nor a colon. */
const ofUser: Render = (value, reader) => {
  const [, user, field = '', text = ''] = /^([^\s:]+) (\w+): (.*)$/su.exec(value) ?? [];
  return user === undefined ? value : `${user} · ${pair(field, text, reader)}`;
};

/** `idle_time: 30` */
const ofField: Render = (value, reader) => {
  const [, field, text = ''] = /^(\w+): (.*)$/su.exec(value) ?? [];
  return field === undefined ? value : pair(field, text, reader);
};

const groupFields = 'name|dev_limit|flag_confirm|manager_name|manager_email|manager_phone|group_fk';
const groupField = new RegExp(`^(.+?) (${groupFields}): (.*)$`, 'su');

/** `HQ/Floor 2 manager_phone: 010`; the path of a group may have spaces. */
const ofGroup: Render = (value, reader) => {
  const [, path, field = '', text = ''] = groupField.exec(value) ?? [];
  return path === undefined ? value : `${path} · ${pair(field, text, reader)}`;
};

/** `HQ/Floor 2 IW2: 90` */
const ofThreshold: Render = (value, { language }) => {
  const [, path, kind = '', limit = ''] = /^(.+) I\w(\d): (.*)$/su.exec(value) ?? [];
  return path === undefined ? value : `${path} · ${thresholdNames[kind]?.[language] ?? kind}: ${limit}`;
};

const isTicketMove = (move: string): move is keyof typeof ticketTransitionTexts =>
  Object.hasOwn(ticketTransitionTexts, move);

/** `#12 approve: 2026-05-01T09:00:00.000Z – 2026-05-01T12:00:00.000Z` */
const ofTicket: Render = (value, reader) => {
  const [, number, move = '', period = ''] = /^#(\d+) (\w+): (.*)$/su.exec(value) ?? [];
  if (number === undefined) return value;
  const done = isTicketMove(move) ? ticketTransitionTexts[move][reader.language] : move;
  return `#${number} · ${done}: ${ofTimes(period, reader)}`;
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

function pairsOf(value: object, reader: AuditReader): string[] {
  return Object.entries(value).flatMap(([field, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? pairsOf(inner, reader)
      : [pair(field, Array.isArray(inner) ? inner.map(textOf).join(', ') : textOf(inner), reader)],
  );
}

/** `{"name":"Lobby","version":"2"}`; a value of another form stays as it is. */
const ofRecord: Render = (value, reader) => {
  const record = value.startsWith('{') ? parsed(value) : undefined;
  return typeof record === 'object' && record !== null ? pairsOf(record, reader).join(' · ') : value;
};

const renderers: { readonly [F in AuditValueFormat]: Render } = {
  record: ofRecord,
  field: ofField,
  userField: ofUser,
  groupField: ofGroup,
  threshold: ofThreshold,
  ticket: ofTicket,
  times: ofTimes,
  word,
};

/**
 * The value of an audit entry for its reader: entries are stored with the names of the contracts, which stay the same
 * in every language. @param code `act_name_id` of the entry
 */
export function auditValue(code: number, value: string | null, reader: AuditReader): string | null {
  if (value === null) return null;
  const format = auditValueFormat(code);
  return format === undefined ? value : renderers[format](value, reader);
}
