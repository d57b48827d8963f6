import type { Language } from '@vigil/shared/contract/languages';
import { problems } from '@vigil/shared/contract/problems';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem, apiProblemOf } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { SendResetForm } from './send-reset-form.tsx';

const words = {
  en: { id: 'ID', send: 'Send link', sent: /^If this ID exists, an email with a link is on its way\./u },
  ko: { id: '아이디', send: '링크 보내기', sent: /^등록된 아이디라면/u },
  ja: { id: 'ID', send: 'リンクを送信', sent: /^このIDが登録されている場合は/u },
} as const;

async function ask(answer: () => Promise<unknown>, language: Language = 'en') {
  await render(<SendResetForm />, { language, api: { call: answer as Api['call'] } });
  await page.getByRole('textbox', { name: words[language].id, exact: true }).fill('mina');
  await page.getByRole('button', { name: words[language].send }).click();
}

test.each(['en', 'ko', 'ja'] as const)('the answer does not say whether the ID exists (%s)', async (language) => {
  await ask(async () => ({ objects: { result: 'Success' } }), language);
  await expect.element(page.getByText(words[language].sent)).toBeVisible();
});

test.each([
  ['too many', new ApiProblem(429, { code: 'too_many_requests', message: 'Slow down' }, { retryAfter: 60 })],
  ['no answer', new ApiProblem(0, { code: 'network', message: 'network' })],
])('a mail that could not be asked for is said in one text (%s)', async (_why, problem) => {
  await ask(() => Promise.reject(problem));
  await expect.element(page.getByRole('alert')).toHaveTextContent(problems.email_send_fail.en);
});

test('an ID that the server finds to be none is named', async () => {
  await ask(() => Promise.reject(apiProblemOf('invalid_id', 'en')));
  await expect.element(page.getByRole('alert')).toHaveTextContent(problems.invalid_id.en);
});
