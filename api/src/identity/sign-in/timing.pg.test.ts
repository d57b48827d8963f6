import { recoverAccount } from '@vigil/shared/contract/http/accounts';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, PASSWORD } from '../../testing/world.ts';

const test = apiTest({ TRUST_PROXY: '127.0.0.1' });
let api: TestApi;
let known: string;

test.beforeAll(async ({ api: started }) => {
  api = started;
  const company = await addCompany(api);
  await setPolicies(api, company, { blockNum: 0 });
  // Of the cost of production, as the hash that stands in for an unknown ID.
  const passwordHash = await hashPassword(PASSWORD);
  const columns = { email: 'known@vigil.test', emailVerifiedAt: new Date(), passwordHash };
  ({ id: known } = await addMember(api, company, columns));
});

let nextHost = 0;
/** Attempts come from many addresses, because each one alone would have to wait. */
const fromElsewhere = () => ({ headers: { 'x-forwarded-for': `198.51.100.${(nextHost += 1) % 250}` } });

const ROUNDS = 31;
/**
 * Milliseconds of the processor, those of the threads that hash passwords included: other load on the machine adds
 * none.
 */
const costOf = async (work: () => Promise<unknown>) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/**
 * The cheapest of two calls, taken in turns: what runs beside one in this process, such as a timer, is not in all of
 * them.
 */
async function compare(ask: (id: string) => Promise<unknown>): Promise<[known: number, unknown: number]> {
  const [ofKnown, ofUnknown]: [number[], number[]] = [[], []];
  await Promise.all([ask(known), ask('warming-up')]);
  for (let n = 0; n < ROUNDS; n += 1) {
    ofKnown.push(await costOf(() => ask(known)));
    ofUnknown.push(await costOf(() => ask(`unknown-${n}`)));
  }
  return [Math.min(...ofKnown), Math.min(...ofUnknown)];
}

// Checking a hash takes 20 ms and more; leaving it out for an unknown ID would be clearly visible.
const CLOSE = 0.5;
const JITTER_MS = 3;

test.each([
  [
    'sign-in',
    (mail: string) => api.call(null, signIn, { body: { type: '1STEP', mail, pw: 'wrong' }, ...fromElsewhere() }),
  ],
  ['reset', (key: string) => api.call(null, recoverAccount, { body: { type: 'send', key } })],
])('the cost of a %s, and so its duration, does not reveal whether the ID exists', async (_, ask) => {
  const [ofKnown, ofUnknown] = await compare(ask);
  expect(Math.abs(ofKnown - ofUnknown)).toBeLessThan(Math.max(ofKnown, ofUnknown) * CLOSE + JITTER_MS);
});
