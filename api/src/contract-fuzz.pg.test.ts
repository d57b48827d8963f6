import { Failure, type AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { readProfile } from '@vigil/shared/contract/http/profile';
import fc from 'fast-check';
import { expect } from 'vitest';
import { almostFitting } from '../../tests/support/arbitrary.ts';
import { runsOf } from '../../tests/support/scope.ts';
import { declaredEndpoints } from './testing/endpoints.ts';
import { apiTest } from './testing/fixture.ts';
import { addressOf, type TestApi } from './testing/test-api.ts';
import { addDevices, addGroup, connectDevices, type TestCompany } from './testing/world.ts';

const endpoints = [...(await declaredEndpoints())];
const RUNS = { numRuns: runsOf({ usual: 20, all: 60 }), seed: 20_261_121, endOnFailure: true };

const test = apiTest({ TICKETS: '1' });
let api: TestApi;
let company: TestCompany;
let guids: readonly string[];

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  await addGroup(api, company, 'Group');
  const devices = await addDevices(api, { company }, 8);
  guids = devices.map((device) => device.guid);
  await connectDevices(
    api,
    company,
    devices.map((device) => device.pk),
  );
});

/** A real device now and then, or nothing would get past the first look-up. */
const withRealGuid = (params: unknown, n: number): object =>
  typeof params === 'object' && params !== null && 'guid' in params && n % 2 === 0
    ? { ...params, guid: guids[n % guids.length] }
    : Object(params);

async function send(endpoint: AnyEndpoint, parts: { params: object; query: object; body: unknown }) {
  // The session would be over after signing out.
  const token = endpoint.path === '/logout' ? 'none' : company.admin;
  const payload = JSON.stringify(parts.body);
  return api.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, parts),
    headers: { token, 'content-type': 'application/json' },
    ...(endpoint.method === 'GET' || payload === undefined ? {} : { payload }),
  });
}

test.each(endpoints)('%s answers any input with a code of the contract', async (_, endpoint) => {
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

test('the API still works afterwards', async () => {
  const { objects } = await api.call(company.admin, readProfile);
  expect(objects).toHaveLength(1);
});
