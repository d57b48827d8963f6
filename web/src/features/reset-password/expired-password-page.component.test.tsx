import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ExpiredPasswordPage } from './expired-password-page.tsx';

test.each([
  ['en', 'Go to sign-in'],
  ['ko', '로그인 화면으로 이동'],
] as const)('who does not want to replace the password goes back to the sign-in (%s)', async (language, name) => {
  await render(<ExpiredPasswordPage />, { language });
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', `/${language}/`);
});
