import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure, type AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { readProfile } from '@vigil/shared/contract/http/session';
import { almostFitting } from '../../tests/support/arbitrary.ts';
import { declaredEndpoints } from './testing/endpoints.ts';
import { addressOf, startTestApi, type TestApi } from './testing/test-api.ts';
import { addCompany, addDevices, addGroup, connectDevices, type TestCompany } from './testing/world.ts';

const endpoints = [...(await declaredEndpoints())];
const RUNS = { numRuns: 60, seed: 20_261_121, endOnFailure: true };

let api: TestApi;
let company: TestCompany;
let guids: readonly string[];

beforeAll(async () => {
  api = await startTestApi();
  company = await addCompany(api);
  await addGroup(api, company, 'Group');
  const devices = await addDevices(api, { company }, 8);
  guids = devices.map((device) => device.guid);
  await connectDevices(
    api,
    company,
    devices.map((device) => device.pk),
  );
});
afterAll(() => api[Symbol.asyncDispose]());

/** A real device now and then, or nothing would get past the first look-up. */
const withRealGuid = (params: unknown, n: number): object =>
  typeof params === 'object' && params !== null && 'guid' in params && n % 2 === 0
    ? { ...params, guid: guids[n % guids.length] }
    : Object(params);

async function send(endpoint: AnyEndpoint, parts: { params: object; query: object; body: unknown }) {
  // Whoever signs out is out: everything after it would be refused at the door.
  const token = endpoint.path === '/logout' ? 'none' : company.admin;
  const payload = JSON.stringify(parts.body);
  return api.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, parts),
    headers: { token, 'content-type': 'application/json' },
    ...(endpoint.method === 'GET' || payload === undefined ? {} : { payload }),
  });
}

test.each(endpoints)('%s answers whatever it is sent, with a code of its own', async (_, endpoint) => {
  const parts = fc.record({
    params: fc.tuple(almostFitting(endpoint.params), fc.nat()).map(([params, n]) => withRealGuid(params, n)),
    query: almostFitting(endpoint.query).map((query) => Object(query) as object),
    body: almostFitting(endpoint.body),
  });
  await fc.assert(
    fc.asyncProperty(parts, async (input) => {
      const reply = await send(endpoint, input);
      if (reply.statusCode === 200) return;
      expect(reply.statusCode).toBeLessThan(500);
      expect(Failure.parse(reply.json()).error.code).not.toBe('internal');
    }),
    RUNS,
  );
});

test('and whoever stood by did not notice', async () => {
  const { objects } = await api.call(company.admin, readProfile);
  expect(objects).toHaveLength(1);
});
