import { Channel } from '@vigil/shared/contract/http/channels';
import { expect, test } from 'vitest';
import { channelBodyOf, channelDraftOf, faultOf, newChannelDraft } from './channel-draft.ts';

const channel = Channel.parse({
  pk: 1,
  name: 'Night shift',
  kind: 'webhook',
  host: 'hooks.example',
  to: [],
  group_pks: [3, 4],
  alert_codes: ['IW2', 'IL2', 'IW1'],
  after_minutes: 10,
  is_enabled: 0,
  last_delivery: null,
  created_at: '2026-11-28T12:00:00.000Z',
});

test('a channel that is saved without a change keeps its codes of single systems', () => {
  const draft = channelDraftOf(channel, () => true);
  expect(draft).toMatchObject({ alerts: [1, 2], groups: ['3', '4'], isEscalation: true });
  expect(channelBodyOf(draft, channel)).toEqual({
    name: 'Night shift',
    group_pks: [3, 4],
    alert_codes: ['IW2', 'IL2', 'IW1'],
    after_minutes: 10,
    is_enabled: 0,
  });
  expect(channelBodyOf({ ...draft, alerts: [7] }, channel).alert_codes).toEqual(['IW7', 'IL7', 'IM7', 'IA7', 'II7']);
  expect(channelBodyOf({ ...draft, alerts: [] }, channel).alert_codes).toBeNull();
});

test('a channel whose groups were deleted is not told of all devices because it is renamed', () => {
  const draft = channelDraftOf(channel, () => false);
  expect(faultOf(draft, false)).toBe('groups');
  expect(faultOf({ ...draft, isOfGroups: false }, false)).toBeNull();
});

const complete = { ...newChannelDraft, name: 'Chat', url: 'https://hooks.example/x' };

test.each([
  [{}, true, null],
  [{ url: '' }, true, 'url'],
  [{ url: '' }, false, null],
  [{ url: 'hooks.example' }, false, 'url'],
  [{ url: 'ftp://hooks.example/' }, true, 'url'],
  [{ kind: 'mail' }, true, 'to'],
  [{ kind: 'mail', to: ['desk@partner.test', 'nobody'] }, true, 'to'],
  [{ kind: 'mail', to: ['desk@partner.test'], url: '' }, true, null],
  [{ isEscalation: true, minutes: '' }, true, 'minutes'],
  [{ isEscalation: true, minutes: 1_441 }, true, 'minutes'],
  [{ isEscalation: true, minutes: 1_440 }, true, null],
] as const)('%j, new: %s: %s', (changed, isNew, fault) => {
  expect(faultOf({ ...complete, ...changed }, isNew)).toBe(fault);
});
