import type { UnknownAgent } from '@vigil/shared/contract/http/unknown-agents';
import type { UnknownAgentPk } from '@vigil/shared/contract/ids';
import { listUnknownAgents, readmitUnknownAgents } from '@vigil/shared/contract/routes/devices';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { UnknownAgentsButton } from './unknown-agents-button.tsx';
import { UnknownAgentsDialog } from './unknown-agents-dialog.tsx';

const agents = [1, 2, 3].map((pk): UnknownAgent => ({
  pk: pk as UnknownAgentPk,
  guid: `81fd4211-0000-4000-8000-00000000000${pk}` as UnknownAgent['guid'],
  key_thumbprint: 'x',
  name: pk === 3 ? '' : `KIOSK-${pk}`,
  mac_addr: `02:00:00:00:00:0${pk}`,
  user_os_str: 'Debian 12',
  s_pri_ip: '192.168.2.10',
  s_pub_ip: '192.0.2.1',
  agent_version: '4.2.0',
  first_seen: '2030-01-01T00:00:00.000Z',
  last_seen: '2030-01-02T00:00:00.000Z',
}));

/** A server that does not know some agents, and what it was asked to take in again. */
function serverWith(listed: readonly UnknownAgent[]) {
  const readmitted: unknown[] = [];
  const call = async (endpoint: unknown, { body }: { body?: unknown } = {}) => {
    if (endpoint === readmitUnknownAgents) readmitted.push(body);
    else expect(endpoint).toBe(listUnknownAgents);
    return { objects: listed, meta: { total_count: listed.length } };
  };
  return { readmitted, api: { call: call as unknown as Api['call'] } };
}

test('an administrator is told how many agents ask that this server does not know, and nobody else', async () => {
  const { api } = serverWith(agents);
  await render(<UnknownAgentsButton />, { profile: administrator, api });
  await expect.element(page.getByRole('button', { name: '3 agents that this server does not know' })).toBeVisible();
});

test('an ordinary user does not ask for them', async () => {
  await render(
    <>
      <UnknownAgentsButton />
      <p>devices</p>
    </>,
  );
  await expect.element(page.getByText('devices')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('those that are left chosen are taken in again; an agent without a name is called by its ID', async () => {
  const { api, readmitted } = serverWith(agents);
  let isClosed = false;
  await render(<UnknownAgentsDialog request={{}} onClose={() => (isClosed = true)} />, { profile: administrator, api });
  const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`, 'u') });
  await expect.element(box('81fd4211-0000-4000-8000-000000000003')).toBeChecked();
  await box('KIOSK-2').click();
  await page.getByRole('button', { name: 'Take 2 agents in again' }).click();
  await expect.poll(() => isClosed).toBe(true);
  expect(readmitted).toEqual([{ pks: [1, 3] }]);
});

test('while none is chosen there is nothing to do', async () => {
  const { api } = serverWith(agents.slice(0, 1));
  await render(<UnknownAgentsDialog request={{}} onClose={() => {}} />, { profile: administrator, api });
  await page.getByRole('checkbox').click();
  await expect.element(page.getByRole('button', { name: /^Take 0 agents/u })).toBeDisabled();
});
