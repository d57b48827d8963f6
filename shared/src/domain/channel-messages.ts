import type { DeliveryEvent, PostedChannelKind } from '../contract/names.ts';

export interface IncidentToTell {
  readonly pk: number;
  readonly cause: string;
  readonly name: string;
  readonly address: string | null;
  readonly alert_kinds: readonly number[];
  readonly device_count: number;
  readonly first_at: string;
  readonly opened_at: string;
  readonly acknowledged_at: string | null;
  readonly resolved_at: string | null;
}

export interface Told {
  readonly event: DeliveryEvent;
  /** A sentence in the language of the channel. */
  readonly text: string;
  /** Where the console shows it. */
  readonly url: string;
  /** Null for a test. */
  readonly incident: IncidentToTell | null;
}

type Body = Readonly<Record<string, unknown>>;

/** Slack reads these as markup: a name of a device must not mention a channel, or hide a link. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Discord and Teams read Markdown. */
const markdownText = (text: string): string => text.replaceAll(/[\\`*_~|[\]()<>#]/gu, String.raw`\$&`);

/** What each kind of receiver is sent; the chats take their own forms. */
export const deliveryBodies: { readonly [K in PostedChannelKind]: (told: Told) => Body } = {
  webhook: ({ event, text, url, incident }) => ({
    event: event === 'test' ? 'test' : `incident.${event}`,
    text,
    url,
    incident,
  }),
  slack: ({ text, url }) => ({ text: `${slackText(text)}\n<${url}>` }),
  discord: ({ text, url }) => ({ content: `${markdownText(text)}\n${url}`, allowed_mentions: { parse: [] } }),
  teams: ({ text, url }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text: markdownText(text), wrap: true }],
          actions: [{ type: 'Action.OpenUrl', title: 'Vigil', url }],
        },
      },
    ],
  }),
};
