import { changeDeviceApproval } from '@vigil/shared/contract/http/devices';
import { createRemoteSessionByGet, reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { enrolTestAgent, untilOnline } from '../support/enrolled-agent.ts';
import { eventually } from '../support/eventually.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

test('[REMOTE-1] [REMOTE-2] a viewer opens a session, the agent hears of it, and both hear of its end', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  await using watcher = await startWatcher(client);
  const device = await enrolTestAgent(client, 'Kiosk');
  using agent = await device.connect();
  await untilOnline(client, device.pk);
  const cuts: unknown[] = [];
  watcher.socket.on('session_cut', (cut: unknown) => cuts.push(cut));
  const { objects: session } = await client.call(createRemoteSessionByGet, {
    query: { device_pk: device.pk, type: 'rc' },
  });
  const params = { id: session.id };
  const { objects: started } = await stack.publicClient.call(reportRemoteSession, {
    params,
    body: { state: 'started', secret: session.secret, viewer_os_id: 1 },
  });
  expect(started.key).toBeTruthy();
  const id = { session: session.id };
  await eventually(() => expect(agent.received('session')).toMatchObject([{ ...id, type: 'rc', ends_at: null }]));

  // A device that is not approved may not be used.
  await client.call(changeDeviceApproval, { params: { pk: String(device.pk) }, body: { approval: 0 } });
  await eventually(() => expect(agent.received('session_cut')).toMatchObject([{ ...id, reason: 'policy' }]));
  await eventually(() => expect(cuts).toEqual([{ ...id, reason: 'policy' }]));
});
