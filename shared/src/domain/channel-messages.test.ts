import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryEvents } from '../contract/names.ts';
import { chatFormats } from './channel-messages.test-support.ts';
import { deliveryBodies, type Told } from './channel-messages.ts';

const chats = ['slack', 'discord', 'teams'] as const;
const told: Told = {
  event: 'opened',
  text: 'Incident: <!channel> *PC* & @everyone [x](https://evil.example): Disconnected',
  url: 'https://vigil.example/en/incidents/7',
  incident: null,
};

test.each(chats)('%s takes what it is sent, whatever a device is called', (chat) => {
  const anything = fc.record({
    event: fc.constantFrom(...deliveryEvents),
    // Several times the longest sentence, of what is longest when it is escaped.
    text: fc.oneof(fc.string({ minLength: 1, maxLength: 800, unit: 'grapheme' }), fc.constant('*&<'.repeat(300))),
    url: fc.constant(told.url),
    incident: fc.constant(null),
  });
  fc.assert(
    fc.property(anything, (one) => {
      expect(chatFormats[chat].safeParse(deliveryBodies[chat](one)).error).toBeUndefined();
    }),
  );
});

test('a name mentions nobody and hides no link', () => {
  expect(deliveryBodies.slack(told)['text']).toContain('&lt;!channel&gt; *PC* &amp; @everyone');
  expect(deliveryBodies.discord(told)).toMatchObject({
    content: expect.stringContaining(String.raw`\[x\]\(https://evil.example\)`) as string,
    allowed_mentions: { parse: [] },
  });
  expect(JSON.stringify(deliveryBodies.teams(told))).toContain(String.raw`\\[x\\]\\(https://evil.example\\)`);
});
