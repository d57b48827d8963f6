import type { ProblemDefinition } from './problem-definition.ts';

/** Channels that are told of incidents. */
export const channelProblems = {
  /** `detail` is the number of channels that a company may have. */
  channel_limit: {
    status: 409,
    en: 'There are too many channels. Delete one that is no longer needed.',
    ko: '채널이 너무 많습니다. 필요 없는 채널을 삭제해 주세요.',
    ja: 'チャネルが多すぎます。不要なチャネルを削除してください。',
  },
  duplication_channel_name: {
    status: 409,
    en: 'A channel with this name already exists.',
    ko: '같은 이름의 채널이 이미 있습니다.',
    ja: '同じ名前のチャネルがすでにあります。',
  },
  /** Channels of chat services are not signed. */
  channel_without_secret: {
    status: 409,
    en: 'This channel has no secret: only webhooks are signed.',
    ko: '이 채널에는 비밀 키가 없습니다. 웹훅만 서명됩니다.',
    ja: 'このチャネルにはシークレットがありません。署名されるのはWebhookだけです。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
