import { listDevices } from '@vigil/shared/contract/http/devices';
import { addGroupMember } from '@vigil/shared/contract/http/group-links';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { createUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

const PASSWORD = 'Passw0rd!';

test('a change of rights reaches the open console: its socket, its frames and its profile; a deactivation ends it', async ({
  start,
}) => {
  const stack = await start({ gateways: 2 });
  const admin = await stack.signIn();
  await using _fleet = await startFleetOn(stack, 1);
  const [device] = (await admin.call(listDevices, { query: { search_mode: 'all' } })).objects;
  if (!device) throw new Error('no device');
  const { objects } = await admin.call(createUser, { body: { mgrid: 'watching', pw: PASSWORD, name: 'Watching' } });
  const [user] = objects;
  if (!user) throw new Error('no user');
  const params = { pk: String(user.pk) };
  const put = (body: object) => admin.call(updateUser, { params, body: body as { name: string } });
  await admin.call(addGroupMember, { body: { device_group_fk: device.device_group_fk, member_fk: user.pk } });
  await put({ auth_thumbnailview: 1 });

  const member = await stack.signIn({ id: 'watching', password: PASSWORD });
  await using watcher = await startWatcher(member);
  const { socket } = watcher;
  const seen: string[] = [];
  for (const name of ['thumbnail', 'rights_changed', 'profile_changed', 'disconnect'])
    socket.on(name, () => void seen.push(name));
  const ask = async (): Promise<{ refused: unknown[] }> => {
    const demand = { devices: [device.pk], width: 320, interval_ms: 200 };
    return (await socket.timeout(5_000).emitWithAck('watch_thumbnails', demand)) as { refused: unknown[] };
  };
  expect((await ask()).refused).toEqual([]);
  await eventually(() => expect(seen).toContain('thumbnail'));

  const reaches = async (name: string, body: object) => {
    await put(body);
    await eventually(() => expect(seen).toContain(name));
  };
  await reaches('profile_changed', { phone: '010' });
  expect(seen).not.toContain('rights_changed');
  // The gateway closes the socket, and says why if the commit takes it no longer than it waits for the new rights.
  seen.length = 0;
  await reaches('disconnect', { auth_thumbnailview: 0 });
  // Requests were refused with the answer to the change; the socket is a new one, which gets no pictures.
  expect((await member.call(readProfile)).objects).toMatchObject([{ auth_thumbnailview: 0 }]);
  await eventually(async () => expect(await ask()).toMatchObject({ ok: false }));

  seen.length = 0;
  await reaches('disconnect', { flag_active: 0 });
  await expect(member.call(readProfile)).rejects.toMatchObject({ status: 401 });
});
