import { policyComplianceFacts } from '@vigil/shared/contract/events/agent-up/policy-state';
import { processes, systemUsage } from '@vigil/shared/contract/events/agent-up/usage';
import { expect, test } from 'vitest';
import { createReportCheck } from './report-check.ts';

test('a report that the gateway will refuse is logged with its field, once while the reason stays', () => {
  const lines: unknown[] = [];
  const check = createReportCheck({ warn: (_message, fields) => lines.push(fields) });
  const row = { name: 'A'.repeat(301), pid: 1, cpu_usage: 1, memory_usage: 1 };
  for (let sent = 0; sent < 3; sent += 1) check(processes, { at: 1, rows: [row] });
  check(processes, { at: 1, rows: [] });
  check(processes, { at: 1, rows: [row] });
  check(systemUsage, { at: 'now' });
  check(policyComplianceFacts, { os_version: 4 });
  const refused = (event: string, field: string) => ({
    event,
    code: 'malformed',
    reason: expect.stringMatching(`^${field}: `) as unknown,
  });
  expect(lines).toEqual([
    refused('processes', 'rows.0.name'),
    refused('processes', 'rows.0.name'),
    refused('system_usage', 'at'),
    refused('policy_state', 'os_version'),
  ]);
});
