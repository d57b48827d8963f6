import type { TicketDetail } from '@vigil/shared/contract/http/tickets';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { TicketFactList } from './ticket-fact-list.tsx';

const ticket = {
  id: 1,
  state: 0,
  reqr_created_date: '2030-01-01T00:00:00.000Z',
  reqr_user_id: 'mina',
  reqr_user_name: 'Mina',
  reqr_user_company: '',
  reqr_user_part: '',
  reqr_work_startdate: '2030-01-01T00:00:00.000Z',
  reqr_work_enddate: '2030-01-01T01:00:00.000Z',
  reqr_work_reason: 'repair',
  devices: [],
  reqr_appr_mgr: null,
  appr_mgr: null,
  worker: null,
  reveal_url: null,
  history: [],
} as unknown as TicketDetail;

test('a ticket that asked nobody in particular says that all administrators were asked', async () => {
  await render(<TicketFactList ticket={ticket} />);
  await expect.element(page.getByText('All administrators', { exact: true })).toBeVisible();
});

test('a state that this version does not know is called so', async () => {
  await render(<TicketFactList ticket={{ ...ticket, state: 7 as never }} />);
  await expect.element(page.getByText('Unknown', { exact: true })).toBeVisible();
});
