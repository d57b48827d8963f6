import { auditCode } from '@vigil/shared/contract/audit-codes';
import { listAudits } from '@vigil/shared/contract/http/audits';
import {
  createChannel,
  deleteChannel,
  listChannels,
  listDeliveries,
  rotateChannelSecret,
  testChannel,
  updateChannel,
} from '@vigil/shared/contract/http/channels';
import { SEALED_CHANNEL_SECRET, SEALED_CHANNEL_URL } from '@vigil/shared/platform/channels';
import { channels } from '@vigil/shared/platform/db/schema/channels';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { openSecret } from '@vigil/shared/platform/secret-box';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addCompany, addGroup, addMember } from '../../testing/world.ts';

const test = apiTest();
const url = 'https://hooks.example/services/T0/B0/secret-part';
const paramsOf = (pk: number) => ({ params: { pk: String(pk) } });

test('the address and the secret of a channel are sealed; the secret is shown once, and replaced', async ({ api }) => {
  const company = await addCompany(api);
  const body = { kind: 'webhook', name: 'Pager', url } as const;
  const made = (await api.call(company.admin, createChannel, { body })).objects;
  const { pk } = made.channel;
  expect(made.secret).toMatch(/^vgs_/u);
  const listed = JSON.stringify((await api.call(company.admin, listChannels)).objects);
  expect(listed).toContain('hooks.example');
  expect(listed).not.toContain('secret-part');

  const read = async () => {
    const [row] = await api.deps.database.asSystem((tx) => tx.select().from(channels).where(eq(channels.pk, pk)));
    if (!row) throw new Error('no channel');
    return row;
  };
  const keys = api.deps.keyRing.channel;
  const before = await read();
  expect(JSON.stringify(before)).not.toContain('secret-part');
  expect(openSecret(keys, before.sealedUrl, SEALED_CHANNEL_URL)).toBe(url);
  expect(openSecret(keys, before.sealedSecret ?? '', SEALED_CHANNEL_SECRET)).toBe(made.secret);
  const { secret } = (await api.call(company.admin, rotateChannelSecret, paramsOf(pk))).objects;
  expect(openSecret(keys, (await read()).sealedSecret ?? '', SEALED_CHANNEL_SECRET)).toBe(secret);
  expect(secret).not.toBe(made.secret);

  await api.call(company.admin, updateChannel, { ...paramsOf(pk), body: { name: 'Pager', after_minutes: 15 } });
  expect((await read()).sealedUrl).toBe(before.sealedUrl);
  await api.call(company.admin, deleteChannel, paramsOf(pk));
  const audits = (await api.call(company.admin, listAudits, { query: { search_mode: 'all' } })).objects;
  const own = audits.filter(({ act_name_id }) => act_name_id === auditCode.channel);
  expect(own).toHaveLength(4);
  expect(JSON.stringify(own)).not.toContain('secret-part');
});

test('a chat service has no secret, names are used once, and only administrators come in', async ({ api }) => {
  const company = await addCompany(api);
  const body = { kind: 'slack', name: 'Chat', url } as const;
  const { channel, secret } = (await api.call(company.admin, createChannel, { body })).objects;
  expect(secret).toBeNull();
  expect(await api.call(company.admin, rotateChannelSecret, paramsOf(channel.pk))).toMatchObject({
    error: { code: 'channel_without_secret' },
  });
  expect(await api.call(company.admin, createChannel, { body: { ...body, name: 'chat' } })).toMatchObject({
    error: { code: 'duplication_channel_name' },
  });
  for (const wrong of ['ftp://hooks.example/', 'https://user:secret@hooks.example/', 'nothing'])
    expect(await api.call(company.admin, createChannel, { body: { ...body, url: wrong } })).toMatchObject({
      error: { code: 'malformed' },
    });
  const { token } = await addMember(api, company, { groups: [company.home], authVal: 15 });
  expect(await api.call(token, listChannels)).toMatchObject({ error: { code: 'not_allowed' } });
});

test('a test message is a delivery that waits for a worker', async ({ api }) => {
  const company = await addCompany(api);
  const body = { kind: 'discord', name: 'Chat', url } as const;
  const { channel } = (await api.call(company.admin, createChannel, { body })).objects;
  const [pk] = (await api.call(company.admin, testChannel, paramsOf(channel.pk))).objects;
  expect((await api.call(company.admin, listDeliveries, paramsOf(channel.pk))).objects).toMatchObject([
    { pk, event: 'test', state: 'waiting', tries: 0, status: null, incident_pk: null },
  ]);
});

test('a mail channel has addresses, which are shown and audited; its test is a mail to each', async ({ api }) => {
  const company = await addCompany(api);
  const to = ['duty@partner.test', 'Desk@partner.test', 'desk@partner.test'];
  const made = (await api.call(company.admin, createChannel, { body: { kind: 'mail', name: 'Partner', to } })).objects;
  const { pk } = made.channel;
  expect(made).toMatchObject({ secret: null, channel: { host: '', to: ['duty@partner.test', 'desk@partner.test'] } });
  expect((await api.call(company.admin, testChannel, paramsOf(pk))).status).toBe(200);
  expect((await api.call(company.admin, listDeliveries, paramsOf(pk))).objects).toMatchObject([
    { event: 'test', state: 'delivered', status: null, error: '' },
  ]);
  const queued = () =>
    api.deps.database.asSystem((tx) => tx.select({ to: mails.to }).from(mails).where(eq(mails.companyFk, company.pk)));
  expect((await queued()).map((mail) => mail.to).toSorted()).toEqual(['desk@partner.test', 'duty@partner.test']);

  const edit = (body: object) =>
    api.call(company.admin, updateChannel, { ...paramsOf(pk), body: { name: 'Partner', ...body } });
  expect(await edit({ url })).toMatchObject({ error: { code: 'malformed' } });
  expect((await edit({ to: ['new@partner.test'] })).objects).toMatchObject([{ to: ['new@partner.test'] }]);
  expect((await edit({ is_enabled: 0 })).objects).toMatchObject([{ to: ['new@partner.test'], is_enabled: 0 }]);
  for (const wrong of [
    { kind: 'mail', to: [] },
    { kind: 'mail', to: ['nobody'] },
    { kind: 'mail', url },
    { kind: 'slack', to },
  ])
    expect(await api.call(company.admin, createChannel, { body: { name: 'Wrong', ...wrong } as never })).toMatchObject({
      error: { code: 'malformed' },
    });
  const audits = (await api.call(company.admin, listAudits, { query: { search_mode: 'all' } })).objects;
  expect(JSON.stringify(audits)).toContain('new@partner.test');
});

test('the audit names the groups of a channel, and says that its address changed, but not to what', async ({ api }) => {
  const company = await addCompany(api);
  const floor = await addGroup(api, company, 'Floor');
  const body = { kind: 'slack', name: 'Chat', url } as const;
  const { channel } = (await api.call(company.admin, createChannel, { body })).objects;
  const edit = (change: object) =>
    api.call(company.admin, updateChannel, { ...paramsOf(channel.pk), body: { name: 'Chat', ...change } });
  await edit({ url, group_pks: [floor] });
  await edit({ url: `${url}-new`, group_pks: [floor] });
  const audits = (await api.call(company.admin, listAudits, { query: { search_mode: 'all' } })).objects;
  const own = audits.filter(({ act_name_id: code }) => code === auditCode.channel);
  const values = own.map(({ new_value: value }) => JSON.parse(value ?? '{}') as { groups?: string; address?: string });
  expect(values.map(({ groups, address }) => [groups, address])).toEqual(
    expect.arrayContaining([
      [undefined, undefined],
      ['Floor', undefined],
      ['Floor', 'changed'],
    ]),
  );
  expect(JSON.stringify(own)).not.toContain('secret-part');
});
