import { sessionEndReasons } from '@vigil/shared/contract/names';
import { problems } from '@vigil/shared/contract/problems';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiProblem } from '../../lib/api-problem.ts';
import { render } from '../../testing/render.tsx';
import { ownEndings, SignInMessage } from './sign-in-message.tsx';

test.each(['en', 'ko', 'ja'] as const)(
  'a mail to unlock the account that could not be asked for is said (%s)',
  async (language) => {
    const problem = new ApiProblem(429, { code: 'too_many_requests', message: 'Slow down' }, { retryAfter: 60 });
    const refused = { kind: 'refused', cause: 'locked', attemptsLeft: 0, selfUnlock: true, retryAfterS: 0 } as const;
    await render(<SignInMessage id="mina" refused={refused} error={null} ended={null} done={null} />, {
      language,
      api: { call: () => Promise.reject(problem) },
    });
    await userEvent.click(page.getByRole('button'));
    await expect.element(page.getByText(problems.email_send_fail[language])).toBeVisible();
  },
);

const endings = [...sessionEndReasons, ...ownEndings];

test.each(['en', 'ko', 'ja'] as const)(
  'each reason for the end of a session has words of its own (%s)',
  async (language) => {
    const told = new Set<string>();
    for (const ended of endings) {
      const shown = await render(<SignInMessage id="" refused={null} error={null} ended={ended} done={null} />, {
        language,
      });
      told.add(page.getByRole('status').element().textContent);
      await shown.unmount();
    }
    expect(told.size).toBe(endings.length);
  },
);

test('whose work is over is not told to sign in again', async () => {
  await render(<SignInMessage id="" refused={null} error={null} ended="work_over" done={null} />);
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('The work time of the access ticket is over. Ask for another ticket to continue.');
});
