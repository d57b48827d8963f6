import * as z from 'zod';

// What the services accept at the addresses of their incoming webhooks, as far as channels use it, from their published
// formats.

/** Slack cuts a longer text into several messages. */
const slack = z.strictObject({ text: z.string().min(1).max(4_000) });

const DISCORD_EMBEDS = 10;
const DISCORD_EMBED_CHARACTERS = 6_000;

const discord = z
  .strictObject({
    content: z.string().min(1).max(2_000).optional(),
    embeds: z
      .array(z.strictObject({ title: z.string().max(256), description: z.string().max(4_096), url: z.url() }))
      .max(DISCORD_EMBEDS)
      .refine((embeds) => JSON.stringify(embeds).length <= DISCORD_EMBED_CHARACTERS)
      .optional(),
    allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  })
  .refine(({ content, embeds }) => content !== undefined || embeds !== undefined);

const TEAMS_BYTES = 28_000;

/** A workflow "when a Teams webhook request is received" posts the cards; its version of Adaptive Cards is 1.5. */
const teams = z
  .strictObject({
    type: z.literal('message'),
    attachments: z
      .array(
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
            type: z.literal('AdaptiveCard'),
            version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
            body: z
              .array(z.strictObject({ type: z.literal('TextBlock'), text: z.string().min(1), wrap: z.boolean() }))
              .min(1),
            actions: z.array(
              z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.url() }),
            ),
          }),
        }),
      )
      .min(1),
  })
  .refine((message) => Buffer.byteLength(JSON.stringify(message)) <= TEAMS_BYTES);

export const chatFormats = { slack, discord, teams } as const;
