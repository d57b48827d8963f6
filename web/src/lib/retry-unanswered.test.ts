import { expect, test } from 'vitest';
import { ApiProblem, unreachableProblem } from './api-problem.ts';
import { retryUnanswered } from './retry-unanswered.ts';

const failing = (...failures: unknown[]) => {
  const waits: number[] = [];
  const call = async () => {
    if (failures.length > 0) throw failures.shift();
    return 'answer';
  };
  return { waits, answer: retryUnanswered(call, async (ms) => void waits.push(ms)) };
};
const lost = () => unreachableProblem('network', null);

test('a call without an answer is repeated, less and less often', async () => {
  const { answer, waits } = failing(lost(), new ApiProblem(503, { code: 'unavailable', message: '' }), lost(), lost());
  expect(await answer).toBe('answer');
  expect(waits).toEqual([1_000, 2_000, 4_000, 5_000]);
});

test('a refusal is not repeated, and a server that stays away is given up', async () => {
  const refused = failing(new ApiProblem(409, { code: 'conflict', message: '' }));
  await expect(refused.answer).rejects.toMatchObject({ code: 'conflict' });
  expect(refused.waits).toEqual([]);
  const away = failing(...Array.from({ length: 9 }, lost));
  await expect(away.answer).rejects.toMatchObject({ code: 'network' });
  expect(away.waits).toHaveLength(5);
});
