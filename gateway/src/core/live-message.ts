import type { CompanyNews } from '@vigil/shared/platform/announcements';
import type { CommandEvent } from '@vigil/shared/platform/command-events';
import type { Change } from '@vigil/shared/platform/outbox';
import type { AliveRow } from '@vigil/shared/contract/events/browser-down/alive';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { browserDown } from '@vigil/shared/contract/events/browser-down';

type Numbered<T> = T & { readonly seq: number };

/** What travels on a company's live channel. Only our own processes publish there, so it is trusted as it comes. */
export type LiveMessage =
  | Numbered<{ t: 'alive'; rows: AliveRow[] }>
  | Numbered<Change>
  | CommandEvent
  | CompanyNews
  | ({ t: 'processes' } & PayloadOf<(typeof browserDown)['processes']>)
  | ({ t: 'alert' } & PayloadOf<(typeof browserDown)['alert']>);

export const parseLive = (text: string): LiveMessage => JSON.parse(text) as LiveMessage;
