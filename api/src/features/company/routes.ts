import { randomUUID } from 'node:crypto';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import {
  exportCompanyData,
  keepCompany,
  requestCompanyDeletion,
  updateCompany,
} from '@vigil/shared/contract/http/company';
import { ExportId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { isByPassword } from '@vigil/shared/domain/session-life';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { policyAuditEntry, writeAudits, type AuditEntry } from '@vigil/shared/platform/audits';
import { announceOnCommit, queueJobsOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import {
  keepScheduledCompany,
  lockOpenCompany,
  scheduleCompanyDeletion,
} from '@vigil/shared/platform/companies/deletion';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../../deps.ts';
import { languageOfAcceptHeader } from '../../http/problems.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createPasswordConfirmation } from '../../identity/accounts/confirm-password.ts';
import { assertDisplayName } from '../../identity/accounts/display-name.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { findUnfinishedCompanyExport, insertCompanyExport, lockCompanyExports, updateCompanyRow } from './queries.ts';

/** That a field of the company has another value now. */
const companyChange = (field: string, oldValue: string, newValue: string): AuditEntry => ({
  ...policyAuditEntry(field, { oldValue, newValue }),
  code: auditCode.companyChanged,
});

/** @throws Problem `not_found` */
async function changeCompany(tx: ChangeTx, caller: Caller, body: BodyOf<typeof updateCompany>) {
  const { name: oldName } = await lockOpenCompany(tx, caller);
  const oldZone = await readCompanyTimeZone(tx, caller.company);
  const { company_name: name = oldName, time_zone_id: zoneId } = body;
  const zone = zoneId === undefined ? oldZone : timeZoneOf(zoneId).name;
  const changes = [
    ...(name === oldName ? [] : [companyChange('name', oldName, name)]),
    ...(zone === oldZone ? [] : [companyChange('time_zone', oldZone, zone)]),
  ];
  const change = { name, ...(zoneId === undefined ? {} : { timeZoneId: zoneId }) };
  await updateCompanyRow(tx, caller.company, change);
  await writeAudits(tx, caller, changes);
  if (changes.length > 0) announceOnCommit(tx, { kind: 'policy' });
  return [{ company_name: name, time_zone: zone }];
}

/** The company as a whole: its name and zone, all its data, and the end of its account. */
export function registerCompanyRoutes(routes: RouteRegistry, deps: Deps): void {
  const { config, now } = deps;
  const limits = createRateLimits(deps);
  const confirmPassword = createPasswordConfirmation(deps);
  const queueMail = createMailQueue(deps, config.RATE_LIMIT_FACTOR);
  const stepOf = (by: Caller) => ({ by, queueMail, publicUrl: config.PUBLIC_URL });

  /** An unattended screen, or a session by a link, must not be enough. */
  const confirmOwner = async (caller: Caller, typed: string, ip: string): Promise<void> => {
    if (!isByPassword(caller.kind)) throw new Problem('not_allowed', { reason: 'role', detail: 'by_password' });
    await confirmPassword(caller, typed, ip);
  };

  routes.change(updateCompany, {
    prepare: ({ body }) => {
      if (body.company_name !== undefined) assertDisplayName(body.company_name, 'body.company_name');
    },
    rule: (tx, { caller, body }) => changeCompany(tx, caller, body),
  });

  routes.change(exportCompanyData, {
    prepare: ({ caller, body, request }) => confirmOwner(caller, body.origin_pw, request.ip),
    rule: async (tx, { caller, request }) => {
      await lockCompanyExports(tx, caller.user);
      const same = await findUnfinishedCompanyExport(tx, caller.user);
      if (same) return [same.id];
      await limits.take('export', { account: String(caller.user) });
      const entry = { code: auditCode.companyExported, type: auditTypeIds.action, subject: null };
      await writeAudits(tx, caller, [entry]);
      const id = ExportId.parse(randomUUID());
      // Workers find one whose job was not added.
      queueJobsOnCommit(tx, 'exports', [{ id, data: { id } }]);
      await insertCompanyExport(tx, caller, { id, language: languageOfAcceptHeader(request), at: new Date(now()) });
      return [id];
    },
  });

  routes.change(requestCompanyDeletion, {
    prepare: ({ caller, body, request }) => confirmOwner(caller, body.origin_pw, request.ip),
    rule: async (tx, { caller, body }) => {
      const { name } = await lockOpenCompany(tx, caller);
      if (body.company_name !== name.trim()) throw new Problem('company_name_differs', { field: 'body.company_name' });
      const deleteAt = await scheduleCompanyDeletion(tx, stepOf(caller), new Date(now()));
      return [{ deletes_at: deleteAt.toISOString() }];
    },
  });

  routes.change(keepCompany, {
    rule: async (tx, { caller }) => {
      await keepScheduledCompany(tx, stepOf(caller));
      return [];
    },
  });
}
