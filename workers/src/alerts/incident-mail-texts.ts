import type { GroupPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import type { QuietHours } from '@vigil/shared/contract/quiet-hours';
import { causeKey, type IncidentOrigin } from '@vigil/shared/domain/incidents';
import { alertKindNumbers, type AlertKind, type MeasuredKind } from '@vigil/shared/domain/thresholds';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { composeMail, fillMailText, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { mailTexts } from '../texts/mail-texts.ts';

/**
 * An alert as a mail tells of it: its last value, the threshold, and the name of the sensor where a device has several.
 */
export interface MailedFinding {
  readonly kind: AlertKind;
  readonly value: number | null;
  readonly limit: number | null;
  readonly noData: boolean;
  readonly sensor: string;
}

/** What one reader is told of an incident. */
export interface IncidentMailItem {
  readonly pk: number;
  readonly cause: IncidentOrigin;
  readonly name: string;
  /** Of each kind of its alerts the one that counts most. */
  readonly findings: readonly MailedFinding[];
  /** Its devices that the reader sees. */
  readonly count: number;
  readonly firstAt: Date;
  readonly resolvedAt: Date | null;
}

export interface MailAddressee {
  readonly address: string;
  readonly language: Language;
  readonly timeZoneId: number;
}

/** A reader, and the groups whose devices the mails are about. */
export interface IncidentMailRecipient extends MailAddressee {
  /** The address is that of a user of the company; anybody may be named as the contact of a group. */
  readonly isConfirmed: boolean;
  readonly groups: 'all' | ReadonlySet<GroupPk>;
  /** Null for the contact of a group, who has set none. */
  readonly quietHours: QuietHours | null;
}

/** More lines than these are a number. */
const MAX_LINES = 20;

const kindNames: { readonly [L in Language]: { readonly [K in AlertKind]: string } } = byLanguage(
  mailTexts,
  'alertKinds',
);

const texts = byLanguage(mailTexts, 'incidents');

/** "CPU usage 94% (limit 90%)"; of a device that is off only that it is, because the mail says since when. */
function findingText({ kind, value, limit, noData, sensor }: MailedFinding, language: Language): string {
  const name = [kindNames[language][kind], sensor].filter(Boolean).join(' ');
  if (noData) return `${name}: ${texts[language].noData}`;
  if (kind === alertKindNumbers.disconnected || value === null || limit === null) return name;
  const limitText = fillMailText(texts[language].limit, { limit: measureText(kind, limit, language) });
  return `${name} ${measureText(kind, value, language)} (${limitText})`;
}

const units: { readonly [K in MeasuredKind]: string | null } = {
  2: 'percent',
  3: 'percent',
  4: 'percent',
  5: 'celsius',
  6: 'celsius',
  7: null,
};

function measureText(kind: MeasuredKind, value: number, language: Language): string {
  const unit = units[kind];
  const style = unit === null ? {} : ({ style: 'unit', unit } as const);
  const text = new Intl.NumberFormat(language, { maximumFractionDigits: 1, ...style }).format(value);
  return unit === null ? `${text} rpm` : text;
}

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;

/** In minutes, from two hours on in hours; less than a minute is one. */
function durationText(ms: number, language: Language): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const [count, unit] =
    minutes < 2 * MINUTES_OF_HOUR ? [minutes, 'minute'] : [Math.round(minutes / MINUTES_OF_HOUR), 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}

/**
 * One mail for all incidents that began, or that are over, since the last run: a power cut over many sites is no flood.
 * Times are in the reader's zone. Its link carries no session.
 */
export function composeIncidentMail(
  { language, timeZoneId }: MailAddressee,
  incidents: readonly IncidentMailItem[],
  { isOver, publicUrl }: { isOver: boolean; publicUrl: string },
): MailContent {
  const words = texts[language];
  const clock = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZoneOf(timeZoneId).name,
  });
  const whatOf = ({ cause, name, findings, count }: IncidentMailItem): string =>
    fillMailText(words[cause.kind], {
      address: cause.kind === 'site' ? cause.address : '',
      name,
      count: String(count),
      // Values are those of one device; the devices of a group have one each.
      kinds: findings
        .map((finding) =>
          cause.kind === 'device' ? findingText(finding, language) : kindNames[language][finding.kind],
        )
        .join(', '),
    });
  const lineOf = (incident: IncidentMailItem): string =>
    fillMailText(isOver ? words.over : words.opened, {
      what: whatOf(incident),
      start: clock.format(incident.firstAt),
      end: clock.format(incident.resolvedAt ?? incident.firstAt),
      duration: durationText(Number(incident.resolvedAt ?? incident.firstAt) - Number(incident.firstAt), language),
    });
  const [first] = incidents;
  const isSingle = incidents.length === 1 && first !== undefined;
  const subject = isSingle
    ? fillMailText(isOver ? words.overSubject : words.openedSubject, { what: whatOf(first) })
    : fillMailText(isOver ? words.severalOver : words.severalOpened, { count: String(incidents.length) });
  const shown = incidents.toSorted((a, b) => b.count - a.count || causeKey(a.cause).localeCompare(causeKey(b.cause)));
  const rest = shown.length - MAX_LINES;
  return composeMail({
    language,
    subject,
    paragraphs: [
      ...shown.slice(0, MAX_LINES).map(lineOf),
      ...(rest > 0 ? [fillMailText(words.more, { count: String(rest) })] : []),
    ],
    link: {
      label: isSingle ? words.label : words.labelSeveral,
      url: `${publicUrl.replace(/\/+$/u, '')}/${language}/incidents${isSingle ? `/${first.pk}` : ''}`,
    },
  });
}
