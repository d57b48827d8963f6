import { readProfile } from '@vigil/shared/contract/http/profile';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { addressOf, startTestApi, type TestApi } from '../testing/test-api.ts';
import type { TestCompany } from '../testing/world.ts';

const test = apiTest({ PUBLIC_URL: 'https://vigil.test' });
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

test('no cache keeps an answer of the API, neither data nor refusals', async () => {
  const url = addressOf(readProfile);
  for (const headers of [{ token: company.admin }, { token: 'x' }, {}] as Record<string, string>[])
    expect((await api.app.inject({ url, headers })).headers['cache-control']).toBe('no-store');
  expect((await api.app.inject('/liveview/none.jpg')).headers['cache-control']).toBe('no-store');
  expect((await api.app.inject('/lmm/api/v1.0/nothing')).headers['cache-control']).toBe('no-store');
});

test('browsers stay on https once the public side has it, and only then', async () => {
  expect((await api.app.inject('/healthz')).headers['strict-transport-security']).toBe('max-age=31536000');
  await using plain = await startTestApi({ PUBLIC_URL: 'http://vigil.test' });
  expect((await plain.app.inject('/healthz')).headers['strict-transport-security']).toBeUndefined();
});

test('the page that describes the API has the policy of the product, also over plain http', async () => {
  await using plain = await startTestApi({ PUBLIC_URL: 'http://vigil.test' });
  const policyOf = async (of: TestApi, url: string) => {
    const { headers } = await of.app.inject(url);
    return { policy: headers['content-security-policy'], frames: headers['x-frame-options'] };
  };
  for (const of of [plain, api]) {
    const own = await policyOf(of, '/healthz');
    for (const url of ['/docs', '/docs/', '/docs/static/index.html', '/docs/static/swagger-ui.css'])
      expect(await policyOf(of, url)).toEqual(own);
    expect(own).toEqual({ policy: expect.stringContaining(`frame-ancestors 'none'`), frames: 'DENY' });
    expect(String(own.policy).includes('upgrade-insecure-requests')).toBe(of === api);
  }
  // The policy allows no scripts of the page itself.
  expect((await api.app.inject('/docs')).body).not.toMatch(/<script(?![^>]* src=)/u);
});
