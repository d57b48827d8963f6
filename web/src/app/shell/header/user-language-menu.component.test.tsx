import { updateProfile } from '@vigil/shared/contract/routes/accounts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../../lib/api.ts';
import { render } from '../../../testing/render.tsx';
import type { sampleProfile } from '../../../testing/sample-profile.ts';
import { UserLanguageMenu } from './user-language-menu.tsx';

/** Chooses Korean, and answers with what was sent and where the page would go. */
async function chooseKorean(profile: Partial<typeof sampleProfile>) {
  const sent: [object, unknown][] = [];
  const destinations: string[] = [];
  const onNavigate = (event: NavigateEvent) => {
    event.preventDefault();
    destinations.push(new URL(event.destination.url).pathname.split('/')[1] ?? '');
  };
  navigation.addEventListener('navigate', onNavigate);
  onTestFinished(() => navigation.removeEventListener('navigate', onNavigate));
  const call = (async (endpoint: object, input?: { body?: unknown }) => {
    sent.push([endpoint, input?.body]);
    return { objects: [], meta: {} };
  }) as unknown as Api['call'];
  await render(<UserLanguageMenu />, { profile, api: { call } });
  await page.getByRole('button').click();
  await page.getByRole('menuitem', { name: '한국어' }).click();
  await expect.poll(() => destinations).toEqual(['ko']);
  return sent;
}

test('the language that is chosen becomes that of the mails', async () => {
  expect(await chooseKorean({})).toEqual([[updateProfile, { name: 'lang_code', value: 'ko' }]]);
});

test('a language that the profile has already is not stored again', async () => {
  expect(await chooseKorean({ lang_code: 'ko' })).toEqual([]);
});

test('a session by invitation stores no language', async () => {
  expect(await chooseKorean({ is_invited: true })).toEqual([]);
});
