import type { Language } from '@vigil/shared/contract/languages';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { causeKey, type IncidentOrigin } from '@vigil/shared/domain/incidents';
import type { AlertKind } from '@vigil/shared/domain/thresholds';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { composeMail, fillInMailTextWithoutLinks, type MailContent } from '@vigil/shared/platform/mail/mail-content';

/** What one reader is told of an incident. */
export interface IncidentMailItem {
  readonly pk: number;
  readonly cause: IncidentOrigin;
  readonly name: string;
  /** The kinds of its alerts. */
  readonly kinds: readonly AlertKind[];
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
}

/** More lines than these are a number. */
const MAX_LINES = 20;

const kindNames: { readonly [L in Language]: { readonly [K in AlertKind]: string } } = {
  en: {
    1: 'Disconnected',
    2: 'CPU usage',
    3: 'Memory usage',
    4: 'Disk usage',
    5: 'CPU temperature',
    6: 'Disk temperature',
    7: 'Fan speed',
  },
  ko: {
    1: '연결 끊김',
    2: 'CPU 사용률',
    3: '메모리 사용률',
    4: '디스크 사용률',
    5: 'CPU 온도',
    6: '디스크 온도',
    7: '팬 속도',
  },
  ja: {
    1: '切断',
    2: 'CPU使用率',
    3: 'メモリ使用率',
    4: 'ディスク使用率',
    5: 'CPU温度',
    6: 'ディスク温度',
    7: 'ファン速度',
  },
};

const texts = {
  en: {
    site: 'Site {address}: {count} devices disconnected',
    group: '{name}: {count} devices – {kinds}',
    device: '{name}: {kinds}',
    opened: '{what}, since {start}',
    over: '{what}, from {start} to {end}',
    openedSubject: 'Incident: {what}',
    overSubject: 'Over: {what}',
    severalOpened: '{count} incidents began',
    severalOver: '{count} incidents are over',
    more: 'and {count} more',
    label: 'Open incident',
    labelSeveral: 'Open incidents',
  },
  ko: {
    site: '사이트 {address}: 장치 {count}대 연결 끊김',
    group: '{name}: 장치 {count}대 – {kinds}',
    device: '{name}: {kinds}',
    opened: '{what}, {start}부터',
    over: '{what}, {start} ~ {end}',
    openedSubject: '인시던트: {what}',
    overSubject: '종료: {what}',
    severalOpened: '인시던트 {count}건 발생',
    severalOver: '인시던트 {count}건 종료',
    more: '외 {count}건',
    label: '인시던트 열기',
    labelSeveral: '인시던트 목록 열기',
  },
  ja: {
    site: '拠点 {address}: デバイス {count} 台が切断',
    group: '{name}: デバイス {count} 台 – {kinds}',
    device: '{name}: {kinds}',
    opened: '{what}、{start} から',
    over: '{what}、{start} ～ {end}',
    openedSubject: 'インシデント: {what}',
    overSubject: '解決: {what}',
    severalOpened: 'インシデントが {count} 件発生',
    severalOver: 'インシデントが {count} 件解決',
    more: 'ほか {count} 件',
    label: 'インシデントを開く',
    labelSeveral: 'インシデント一覧を開く',
  },
} as const satisfies { readonly [L in Language]: Readonly<Record<string, string>> };

/**
 * One mail for all incidents that began, or that are over, since the last run: a power cut over many sites is no flood. Times are
 * in the reader's zone. Its link carries no session.
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
  const whatOf = ({ cause, name, kinds, count }: IncidentMailItem): string =>
    fillInMailTextWithoutLinks(words[cause.kind], {
      address: cause.kind === 'site' ? cause.address : '',
      name,
      count: String(count),
      kinds: kinds.map((kind) => kindNames[language][kind]).join(', '),
    });
  const lineOf = (incident: IncidentMailItem): string =>
    fillInMailTextWithoutLinks(isOver ? words.over : words.opened, {
      what: whatOf(incident),
      start: clock.format(incident.firstAt),
      end: clock.format(incident.resolvedAt ?? incident.firstAt),
    });
  const [first] = incidents;
  const isSingle = incidents.length === 1 && first !== undefined;
  const subject = isSingle
    ? fillInMailTextWithoutLinks(isOver ? words.overSubject : words.openedSubject, { what: whatOf(first) })
    : fillInMailTextWithoutLinks(isOver ? words.severalOver : words.severalOpened, { count: String(incidents.length) });
  const shown = incidents.toSorted((a, b) => b.count - a.count || causeKey(a.cause).localeCompare(causeKey(b.cause)));
  const rest = shown.length - MAX_LINES;
  return composeMail({
    language,
    subject,
    paragraphs: [
      ...shown.slice(0, MAX_LINES).map(lineOf),
      ...(rest > 0 ? [fillInMailTextWithoutLinks(words.more, { count: String(rest) })] : []),
    ],
    link: {
      label: isSingle ? words.label : words.labelSeveral,
      url: `${publicUrl.replace(/\/+$/u, '')}/${language}/incidents${isSingle ? `/${first.pk}` : ''}`,
    },
  });
}
