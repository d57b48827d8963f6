import { Channel, Delivery } from '@vigil/shared/contract/http/channels';
import {
  createChannel,
  deleteChannel,
  listChannels,
  listDeliveries,
  rotateChannelSecret,
  testChannel,
  updateChannel,
} from '@vigil/shared/contract/routes/alerts';
import { listGroups } from '@vigil/shared/contract/routes/people';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DialogStack } from '../../app/shell/dialogs.tsx';
import { sampleGroup } from '../../entities/group/sample-group.test-support.ts';
import { ApiProblem } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { ChannelsPage } from './channels-page.tsx';

const AT = '2026-11-28T12:00:00.000Z';

const pager = Channel.parse({
  pk: 1,
  name: 'Pager',
  kind: 'webhook',
  host: 'hooks.example',
  to: [],
  group_pks: [5],
  alert_codes: ['IW1', 'IL1'],
  after_minutes: 15,
  is_enabled: 1,
  last_delivery: { state: 'failed', at: AT },
  created_at: AT,
});

const delivery = (pk: number, more: object): Delivery =>
  Delivery.parse({
    pk,
    event: 'opened',
    incident_pk: 9,
    state: 'delivered',
    tries: 1,
    status: 200,
    duration_ms: 12,
    error: '',
    created_at: AT,
    tried_at: AT,
    next_try_at: null,
    ...more,
  });

interface Asked {
  params?: { pk: string };
  body?: { name?: string; kind?: string };
}

/** A server with some channels. */
async function open(rows: Channel[], deliveries: Delivery[] = []) {
  const asked: Asked[] = [];
  const call = (async (endpoint: object, input: Asked = {}) => {
    if (endpoint === listChannels) return { objects: [...rows], meta: {} };
    if (endpoint === listGroups) return { objects: [sampleGroup(5, { name: 'Lobby' })], meta: {} };
    if (endpoint === listDeliveries) return { objects: [...deliveries], meta: {} };
    if (endpoint === createChannel || endpoint === updateChannel || endpoint === testChannel) asked.push(input);
    if (endpoint === createChannel) {
      const { name = '', kind = '' } = input.body ?? {};
      if (name === 'Taken')
        throw new ApiProblem(409, { code: 'duplication_channel_name', message: 'Already there.', field: 'body.name' });
      rows.push({ ...pager, name, kind: kind as 'webhook' });
      return { objects: { channel: rows.at(-1), secret: kind === 'webhook' ? 'vgs_first' : null }, meta: {} };
    }
    if (endpoint === rotateChannelSecret) return { objects: { secret: 'vgs_second' }, meta: {} };
    if (endpoint === deleteChannel) return { objects: [rows.pop()?.pk], meta: {} };
    if (endpoint === testChannel) {
      deliveries.unshift(delivery(8, { event: 'test', incident_pk: null, status: 503, error: 'status 503' }));
      return { objects: [8], meta: {} };
    }
    return { objects: [], meta: {} };
  }) as unknown as Api['call'];
  await render(
    <>
      <ChannelsPage />
      <DialogStack />
    </>,
    { at: '/management/channels', api: { call }, profile: administrator },
  );
  return asked;
}

const dialog = page.getByRole('dialog');

test('a company without channels is told what they are, and adds a webhook, whose secret is shown once', async () => {
  const asked = await open([]);
  await expect.element(page.getByText('There are no alert channels')).toBeVisible();
  await page.getByRole('button', { name: 'Add channel' }).click();
  await dialog.getByLabelText('Name').fill('Pager');
  await dialog.getByLabelText('Address').fill('hooks.example');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect.element(dialog.getByText('Enter an address that begins with https://.')).toBeVisible();
  expect(asked).toEqual([]);
  await dialog.getByLabelText('Address').fill('https://hooks.example/T0');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect.element(dialog.getByText('vgs_first')).toBeVisible();
  expect(asked).toEqual([
    {
      body: {
        name: 'Pager',
        kind: 'webhook',
        url: 'https://hooks.example/T0',
        group_pks: null,
        alert_codes: null,
        after_minutes: null,
        is_enabled: 1,
      },
    },
  ]);
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await expect.element(page.getByText('vgs_first')).not.toBeInTheDocument();
});

test('a name that is taken is said at its field', async () => {
  await open([]);
  await page.getByRole('button', { name: 'Add channel' }).click();
  await dialog.getByLabelText('Name').fill('Taken');
  await dialog.getByLabelText('Address').fill('https://hooks.example/T0');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect.element(dialog.getByText('Already there.')).toBeVisible();
});

test('the list says what a channel is told of, when, and how its last delivery went', async () => {
  await open([pager]);
  const told = /hooks\.example Lobby Disconnected Unacknowledged for 15 minutes On Failed/u;
  await expect.element(page.getByRole('row', { name: told })).toBeVisible();
});

test('an edited channel keeps its address, and is limited to groups', async () => {
  const asked = await open([{ ...pager, group_pks: null, after_minutes: null }]);
  await page.getByRole('button', { name: 'Edit Pager' }).click();
  await dialog.getByText('Devices of groups').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Choose at least one group.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Groups' }).click();
  await page.getByRole('option', { name: 'Lobby' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked).toEqual([
    {
      params: { pk: '1' },
      body: { name: 'Pager', group_pks: [5], alert_codes: ['IW1', 'IL1'], after_minutes: null, is_enabled: 1 },
    },
  ]);
});

test('the secret of a webhook is replaced after a question', async () => {
  await open([pager]);
  await page.getByRole('button', { name: 'Edit Pager' }).click();
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await expect.element(dialog.getByText(/signs nothing from now on/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await expect.element(dialog.getByText('vgs_second')).toBeVisible();
});

test('the deliveries are listed with why they failed, and a test tells how it went', async () => {
  const waiting = { state: 'waiting', status: null, error: 'ECONNREFUSED', next_try_at: AT, tries: 3 };
  await open([pager], [delivery(3, waiting), delivery(2, {})]);
  await page.getByRole('button', { name: 'Test, deliveries: Pager' }).click();
  await expect.element(dialog.getByText('The receiver refuses connections.')).toBeVisible();
  await expect.element(dialog.getByText(/^Tried again at/u)).toBeVisible();
  await expect.element(dialog.getByText('200 · 12 ms')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await expect.element(dialog.getByRole('row', { name: /status 503/u })).toBeVisible();
});

test('a channel is deleted after a question', async () => {
  await open([{ ...pager }]);
  await page.getByRole('button', { name: 'Delete Pager' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('There are no alert channels')).toBeVisible();
});

test('a channel of mail asks for addresses, and its deliveries are handed to mail', async () => {
  const asked = await open([]);
  await page.getByRole('button', { name: 'Add channel' }).click();
  await dialog.getByLabelText('Name').fill('Partner');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Mail' }).click();
  await dialog.getByLabelText('Addresses').fill('desk@partner');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect.element(dialog.getByText('Enter at least one mail address, each in full.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('a channel of mail shows its addresses, and what was handed to mail', async () => {
  const partner = { ...pager, kind: 'mail' as const, name: 'Partner', host: '', to: ['desk@partner.test'] };
  await open([partner], [delivery(2, { status: null, duration_ms: null })]);
  await expect.element(page.getByRole('row', { name: /Mail · desk@partner\.test/u })).toBeVisible();
  await page.getByRole('button', { name: 'Test, deliveries: Partner' }).click();
  await expect.element(dialog.getByText('Handed to mail')).toBeVisible();
});
