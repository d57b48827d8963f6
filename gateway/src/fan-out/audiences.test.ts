import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApprovalPk, CompanyPk, NoticePk, UserPk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import type { MessageOf } from '@vigil/shared/platform/bus/messages';
import { channels } from '@vigil/shared/platform/bus/channels';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { startTestGateways, type TestGateways } from '../testing/test-gateway.ts';

let gateways: TestGateways;

beforeAll(async () => {
  gateways = await startTestGateways({ count: 2 });
});
afterAll(() => gateways[Symbol.asyncDispose]());

const open = async (user: number, gateway = 0): Promise<TestSocket> => {
  const { token } = await gateways.session({ user: UserPk.parse(user) });
  const browser = await gateways.browser(token, { gateway });
  await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
  return browser;
};

test('[SEQ-6] a decision reaches every browser of the users that it concerns, and no others', async () => {
  const [requester, elsewhere, bystander] = [await open(1), await open(1, 1), await open(2)];
  const decision: MessageOf<'approval_changed'> = {
    t: 'approval_changed',
    to: [UserPk.parse(1)],
    pk: ApprovalPk.parse(7),
    state: 2,
  };
  await publish(gateways.redis, channels.company(gateways.company), decision);
  await publish(gateways.redis, channels.company(gateways.company), { t: 'policy_changed' });
  for (const browser of [requester, elsewhere])
    await eventually(() => expect(browser.heard('approval_changed')).toEqual([{ pk: 7, state: 2 }]));
  await eventually(() => expect(bystander.heard('policy_changed')).toEqual([{}]));
  expect(bystander.heard('approval_changed')).toEqual([]);
});

test('[SEQ-6] a notice reaches every browser of every company and gateway, watching or not', async () => {
  const own = await open(1, 1);
  const { token } = await gateways.session({ company: CompanyPk.parse(2), user: UserPk.parse(9) });
  const foreign = await gateways.browser(token);
  await publish(gateways.redis, channels.everyone, { t: 'notice_posted', pk: NoticePk.parse(3) });
  for (const browser of [own, foreign])
    await eventually(() => expect(browser.heard('notice_posted')).toEqual([{ pk: 3 }]));
});
