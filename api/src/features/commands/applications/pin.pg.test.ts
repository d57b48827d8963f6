import {
  createApplication,
  installApplication,
  uploadApplicationPiece,
} from '@vigil/shared/contract/http/applications';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { DevicePk } from '@vigil/shared/contract/ids';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import { expect } from 'vitest';
import { apiTest } from '../../../testing/fixture.ts';
import { addressOf, type TestApi } from '../../../testing/test-api.ts';
import { addDevices, addMember, type TestCompany } from '../../../testing/world.ts';

const test = apiTest({ RATE_LIMIT_FACTOR: '1' });
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const SCRIPT = Buffer.from('#!/bin/sh\necho installed\n');

async function uploadWithPin(): Promise<string> {
  const body = { name: 'Guarded', version: '1', file_name: 'app.sh', size: SCRIPT.length, pin: '4711' };
  const pk = String((await api.call(company.admin, createApplication, { body })).objects[0]?.pk);
  const url = addressOf(uploadApplicationPiece, { params: { pk }, query: { offset: '0' } });
  const headers = { token: company.admin, 'content-type': 'application/octet-stream' };
  expect((await api.app.inject({ method: 'PUT', url, headers, payload: SCRIPT })).statusCode).toBe(200);
  return pk;
}

test('wrong PINs of one person are limited and audited; right ones are not counted, and nobody else is kept out', async () => {
  const pk = await uploadWithPin();
  const pkOfDevice = (await addDevices(api, { company }, 1))[0]?.pk ?? DevicePk.parse(1);
  const install = async (token: string, pin: string) =>
    (await api.call(token, installApplication, { params: { pk }, body: { device_pks: [pkOfDevice], pin } })).error
      ?.code ?? 'ok';
  for (let count = 0; count < 31; count += 1) expect(await install(company.admin, '4711')).toBe('ok');
  for (let count = 0; count < 30; count += 1) expect(await install(company.admin, '4712')).toBe('invalid_pin');
  expect(await install(company.admin, '4711')).toBe('too_many_requests');
  const other = await addMember(api, company, { memberTypeId: 2, type: ADMINISTRATOR_TYPE });
  expect(await install(other.token, '4711')).toBe('ok');
  const { objects } = await api.call(company.admin, listAudits, { query: { limit: '100' } });
  const wrong = objects.filter(({ new_value }) => new_value === '{"name":"Guarded","version":"1","wrong_pin":true}');
  expect(wrong).toHaveLength(30);
});
