import { checkLoginIdAvailability, signUp } from '@vigil/shared/contract/routes/accounts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { SignUpPage } from './sign-up-page.tsx';

test.each([
  ['?from=Fair%20%202026', 'personal', { subscription: 'Fair 2026', use_for: 'personal' }],
  ['', 'enterprise', { subscription: 'web', use_for: 'enterprise' }],
] as const)('from %j the form sends the way of the visitor and the use for %s', async (search, use, sent) => {
  const bodies: unknown[] = [];
  const call = async ({ path }: { path: string }, { body }: { body?: unknown } = {}) => {
    if (path === checkLoginIdAvailability.path) return { objects: { available: true } };
    expect(path).toBe(signUp.path);
    bodies.push(body);
    return { objects: { mgrid: 'mina', email: 'mina@vigil.test' } };
  };
  await render(<SignUpPage />, { at: `/join-us${search}`, api: { call: call as unknown as Api['call'] } });
  await userEvent.click(page.getByRole('checkbox', { name: 'I agree to all' }));
  await userEvent.click(page.getByRole('button', { name: 'Continue' }));
  const fields = { ID: 'mina', Password: 'Fresh123!', 'Confirm password': 'Fresh123!', Name: 'Mina' };
  for (const [name, text] of Object.entries({ ...fields, Email: 'mina@vigil.test' }))
    await userEvent.fill(page.getByRole('textbox', { name, exact: true }), text);
  await userEvent.click(page.getByText(use === 'personal' ? 'Personal' : 'Business', { exact: true }));
  await userEvent.click(page.getByRole('button', { name: 'Sign up' }));
  await expect.poll(() => bodies).toMatchObject([sent]);
});

test('the way back to the sign-in keeps the way of the visitor', async () => {
  await render(<SignUpPage />, { at: '/join-us?from=Fair%202026' });
  await expect
    .element(page.getByRole('link', { name: 'Go to sign-in' }))
    .toHaveAttribute('href', '/en/?from=Fair+2026');
});
