import { previewSightChanges } from '@vigil/shared/contract/http/devices';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addCompany, addDevices, addGroup, addMember } from '../../testing/world.ts';

const test = apiTest();

test('a move says who gains and who loses sight of the devices', async ({ api }) => {
  const company = await addCompany(api);
  const [from, also, to] = await Promise.all(['From', 'Also', 'To'].map((name) => addGroup(api, company, name)));
  const groups = { from, also, to } as Record<'from' | 'also' | 'to', GroupPk>;
  const member = (name: string, ...of: (keyof typeof groups)[]) =>
    addMember(api, company, { name, groups: of.map((one) => groups[one]) });
  await member('Loses', 'from', 'also');
  await member('Keeps', 'from', 'also', 'to');
  await member('Gains', 'to');
  await member('Gains some', 'also', 'to');
  await member('Elsewhere');
  const [first] = await addDevices(api, { company, group: groups.from }, 1);
  const [second] = await addDevices(api, { company, group: groups.also }, 1);
  const names = async (body: object) => {
    const { objects, meta } = await api.call(company.admin, previewSightChanges, { body: body as never });
    expect(meta).toEqual({ gain_count: objects.gain.length, lose_count: objects.lose.length });
    return [objects.gain.map(({ name }) => name), objects.lose.map(({ name }) => name)];
  };
  const pks = [first?.pk, second?.pk];
  expect(await names({ device_pks: pks, new_device_group_fk: groups.to })).toEqual([
    ['Gains', 'Gains some'],
    ['Loses'],
  ]);
  expect(await names({ device_pks: [pks[1]], new_device_group_fk: groups.to })).toEqual([['Gains'], ['Loses']]);
  expect(await names({ group_pk: groups.from, new_device_group_fk: groups.to })).toEqual([
    ['Gains', 'Gains some'],
    ['Loses'],
  ]);
  expect(await names({ device_pks: [pks[0]], new_device_group_fk: groups.from })).toEqual([[], []]);

  const other = await addCompany(api);
  const reply = await api.call(other.admin, previewSightChanges, {
    body: { device_pks: [first?.pk as never], new_device_group_fk: groups.to },
  });
  expect(reply.status).toBe(404);
});
