import type { Ticket } from '@vigil/shared/contract/http/tickets';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { TicketState } from './ticket-state.tsx';

test.each([
  ['en', 'Unknown'],
  ['ko', '알 수 없음'],
  ['ja', '不明'],
] as const)('a state that this console does not know is called so (%s)', async (language, text) => {
  await render(<TicketState state={99 as Ticket['state']} />, { language });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});
