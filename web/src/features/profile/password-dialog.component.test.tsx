import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { PasswordForm } from '../reset-password/password-form.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const submit = page.getByRole('button', { name: 'Change password' });
const next = page.getByLabelText('New password', { exact: true });
const again = page.getByLabelText('Confirm password', { exact: true });
const PASSWORD = 'N3w-secret!';

test.each([
  ['of their own profile', <PasswordDialog key="own" request={{ kind: 'password' }} onClose={() => {}} />],
  ['of a link', <PasswordForm key="link" rule={{ level: 3, max: 12 }} onSubmit={() => Promise.resolve()} />],
])('a password is changed only when it is valid and confirmed: %s', async (_, form) => {
  await render(form);
  await expect.element(submit).toBeDisabled();
  await next.fill('abc');
  await again.fill('abc');
  await expect.element(submit).toBeDisabled();
  await next.fill(PASSWORD);
  await again.fill('another');
  await expect.element(page.getByText('Passwords do not match.')).toBeVisible();
  await expect.element(submit).toBeDisabled();
  await again.fill(PASSWORD);
  await expect.element(page.getByText('Passwords do not match.')).not.toBeInTheDocument();
  await expect.element(submit).toBeEnabled();
});

test('a confirmation that is being typed is not said to be wrong, one that was left is', async () => {
  await render(<PasswordForm rule={{ level: 3, max: 12 }} onSubmit={() => Promise.resolve()} />);
  await next.fill(PASSWORD);
  await again.fill('N3w');
  await expect.element(page.getByText('Passwords do not match.')).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(page.getByText('Passwords do not match.')).toBeVisible();
});

test('without the current password nothing is sent, and the field says so', async () => {
  await render(<PasswordDialog request={{ kind: 'password' }} onClose={() => {}} />);
  await next.fill(PASSWORD);
  await again.fill(PASSWORD);
  await submit.click();
  await expect.element(page.getByText('Enter your current password')).toBeVisible();
  // A call would fail, and be shown above the fields.
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test.each([
  ['en', /^The company’s password strength is not set to a level that exists/u],
  ['ko', /^회사의 비밀번호 강도 설정이 올바르지 않아/u],
  ['ja', /^会社のパスワード強度の設定が正しくないため/u],
] as const)(
  'a level of the company that does not exist is said, beside the rule that applies (%s)',
  async (language, text) => {
    const dialog = <PasswordDialog request={{ kind: 'password' }} onClose={() => {}} />;
    const { unmount } = await render(dialog, { language });
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
    await unmount();
    await render(dialog, { language, profile: { password_level_invalid: true } });
    await expect.element(page.getByText(text)).toBeVisible();
  },
);
