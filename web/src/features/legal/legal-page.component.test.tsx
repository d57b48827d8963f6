import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { PrivacyPage, TermsPage } from './legal-page.tsx';

test('the terms say since when they hold, and lead to the privacy policy', async () => {
  await render(<TermsPage />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible();
  await expect.element(page.getByText('Effective from November 15, 2023', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '6. Liability and compensation' })).toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/en/privacy');
});

test('the Japanese terms name the version that they replace, the privacy policy does not', async () => {
  await render(<TermsPage />, { language: 'ja' });
  await expect.element(page.getByText(/2016年版の規約/u)).toBeVisible();
});

test('the privacy policy says how long what is kept', async () => {
  await render(<PrivacyPage />);
  await expect.element(page.getByText(/contracts and payments for 5 years/u)).toBeInTheDocument();
  expect(page.getByText(/2016/u).query()).toBeNull();
});
