import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { operatorActor, writeAudits } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { expect } from 'vitest';
import { declaredEndpoints, nameOf } from '../testing/endpoints.ts';
import { apiTest } from '../testing/fixture.ts';

const test = apiTest();

test('every endpoint that writes names what it records, or says why nothing', async () => {
  const writing = [...(await declaredEndpoints()).values()].filter(({ method }) => method !== 'GET');
  expect(writing.length).toBeGreaterThan(50);
  const silent = writing.filter(({ audits }) => ('none' in audits ? audits.none : audits).length === 0);
  expect(silent.map(nameOf)).toEqual([]);
});

test('an action that the endpoint does not declare is not recorded, and ends the change', async ({ api, company }) => {
  const record = (code: number) =>
    commitChange(api.deps, company.pk, (tx) =>
      writeAudits(tx, { ...operatorActor(company.pk), declared: new Set([auditCode.tags]) }, [
        { code, type: auditTypeIds.action, subject: null },
      ]),
    );
  await record(auditCode.tags);
  await expect(record(auditCode.apiToken)).rejects.toThrow('does not declare that it records 76');
  const { objects } = await api.call(company.admin, listAudits);
  expect(objects.map(({ act_name_id }) => act_name_id)).toEqual([auditCode.tags]);
});
