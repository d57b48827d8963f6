import type { ProblemDefinition } from './problem-definition.ts';

/** Channels that are told of incidents. */
export const channelProblems = {
  /** `detail` is the number of channels that a company may have. */
  channel_limit: { status: 409 },
  duplication_channel_name: { status: 409 },
  /** Channels of chat services are not signed. */
  channel_without_secret: { status: 409 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
