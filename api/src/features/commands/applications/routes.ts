import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import {
  cancelInstallation,
  createApplication,
  deleteApplication,
  installApplication,
  listApplications,
  listInstallations,
  readApplication,
  changeInstallSettings,
  uploadApplicationPiece,
  type ApplicationInstallation,
} from '@vigil/shared/contract/http/applications';
import type { ApplicationPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { writeAudits } from '@vigil/shared/platform/audits';
import { publishStatesOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import type { commands } from '@vigil/shared/platform/db/schema/commands';
import { hashPassword } from '@vigil/shared/platform/passwords';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { createRateLimits } from '../../../http/rate-limits.ts';
import type { RouteRegistry } from '../../../http/routes.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { registerApplicationDownload } from './download.ts';
import { createApplicationInstaller } from './install.ts';
import {
  cancelScheduledInstallations,
  changeApplication,
  findVisibleApplication,
  readStorageUse,
  removeApplication,
  selectApplications,
  selectLatestApplicationCommands,
} from './queries.ts';
import { megabytesToBytes, readMaxBytes } from './space.ts';
import { addApplication, readUploadChunk, storeUploadChunk } from './upload.ts';

type Command = typeof commands.$inferSelect;

/** Applications and their installation (spec 3 §3 names their fields). */
export function registerApplicationRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const { database, config, keyRing, passwordCost, now } = deps;
  const limits = createRateLimits(deps);
  const installation = createApplicationInstaller(deps, createCommandSigner(keyRing.command));

  const readOne = async (pk: ApplicationPk, { caller }: { readonly caller: Caller }) => {
    const objects = await database.read(caller.company, (tx) => selectApplications(tx, caller, pk));
    if (objects.length === 0) throw new Problem('not_found');
    return { objects };
  };
  const announceCancelled = (tx: ChangeTx, rows: readonly Command[]) =>
    publishStatesOnCommit(
      tx,
      rows.map((row) => ({
        t: 'command_state',
        id: row.id,
        device_pk: row.deviceFk,
        type: row.type,
        state: row.state,
        message: 'cancelled',
        at: now(),
        issuer: row.issuedBy,
      })),
    );

  routes.on(listApplications, async ({ caller }) => {
    const { objects, use } = await database.read(caller.company, async (tx) => ({
      objects: await selectApplications(tx, caller),
      use: {
        used_bytes: (await readStorageUse(tx)).bytes,
        max_bytes: await readMaxBytes(tx, config, new Date(now())),
      },
    }));
    return { objects, meta: { ...use, max_file_bytes: megabytesToBytes(config.APPLICATION_MAX_MB) } };
  });

  routes.on(readApplication, (call) => readOne(call.params.pk, call));

  routes.change(createApplication, {
    prepare: async ({ body: { size, pin } }) => {
      if (size > megabytesToBytes(config.APPLICATION_MAX_MB)) throw new Problem('too_large', { field: 'body.size' });
      return {
        config,
        at: new Date(now()),
        pinHash: pin === undefined ? null : await hashPassword(pin, passwordCost),
      };
    },
    rule: addApplication,
    reply: readOne,
  });

  // The body passes by: it is read by the handler, after the right to send it was checked.
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null, undefined));
  routes.on(uploadApplicationPiece, async ({ caller, params: { pk }, query: { offset, sha256 }, request }) => {
    await limits.take('application-upload', { account: String(caller.user) });
    await storeUploadChunk(deps, caller, { pk, offset, sha256, data: await readUploadChunk(request.raw) });
    return readOne(pk, { caller });
  });

  routes.change(changeInstallSettings, {
    prepare: async ({ body: { pin } }) => (pin === undefined || pin === null ? pin : hashPassword(pin, passwordCost)),
    rule: async (tx, { caller, params: { pk }, body }, pinHash) => {
      const before = await findVisibleApplication(tx, caller, pk);
      if (!before) throw new Problem('not_found');
      const { flag_install: flagInstall, install_args: installArgs, run_after: runAfter } = body;
      const change = Object.fromEntries(
        Object.entries({ flagInstall, installArgs, runAfter, pinHash }).filter(([, value]) => value !== undefined),
      );
      if (Object.keys(change).length === 0) return pk;
      await changeApplication(tx, pk, change);
      const described = JSON.stringify({ name: before.name, version: before.version, ...body, pin: undefined });
      await writeAudits(tx, caller, [
        { code: auditCode.application, type: auditTypeIds.action, subject: null, newValue: described },
      ]);
      return pk;
    },
    reply: readOne,
  });

  routes.change(deleteApplication, {
    rule: async (tx, { caller, params: { pk } }) => {
      if (!(await findVisibleApplication(tx, caller, pk))) throw new Problem('not_found');
      const cancelled = await cancelScheduledInstallations(tx, pk, { at: new Date(now()) });
      const [row] = await removeApplication(tx, pk);
      if (!row) throw new Problem('not_found');
      const oldValue = JSON.stringify({ name: row.name, version: row.version });
      await writeAudits(tx, caller, [
        { code: auditCode.application, type: auditTypeIds.deletion, subject: null, oldValue },
      ]);
      announceCancelled(tx, cancelled);
      return [pk];
    },
  });

  routes.change(installApplication, { prepare: installation.prepare, rule: installation.order });

  routes.on(listInstallations, async ({ caller, params: { pk } }) => {
    const rows = await database.read(caller.company, async (tx) => {
      if (!(await findVisibleApplication(tx, caller, pk))) throw new Problem('not_found');
      return selectLatestApplicationCommands(tx, caller, pk);
    });
    return { objects: rows.map(wireInstallation).toSorted(failuresFirst) };
  });

  routes.change(cancelInstallation, {
    rule: async (tx, { caller, params: { pk, id } }) => {
      if (!(await findVisibleApplication(tx, caller, pk))) throw new Problem('not_found');
      const cancelled = await cancelScheduledInstallations(tx, pk, { id, at: new Date(now()) });
      if (cancelled.length === 0) throw new Problem('conflict');
      announceCancelled(tx, cancelled);
      return [id];
    },
  });

  registerApplicationDownload(app, deps);
}

type Latest = Awaited<ReturnType<typeof selectLatestApplicationCommands>>[number];

const outputOf = (result: unknown): string | null =>
  typeof result === 'object' && result !== null && 'output' in result && typeof result.output === 'string'
    ? result.output
    : null;

const wireInstallation = ({ action, command }: Latest): ApplicationInstallation => ({
  id: command.id,
  device_pk: command.deviceFk,
  device_alias: command.deviceAlias,
  action,
  state: command.state,
  percent: command.percent,
  message: command.message,
  output: outputOf(command.result),
  schedule_time: command.notBefore?.toISOString() ?? null,
  issuer_name: command.issuerName,
  created_at: command.createdAt.toISOString(),
  finished_at: command.finishedAt?.toISOString() ?? null,
});

const rank = { failed: 0, expired: 0, running: 1, accepted: 1, sent: 1, queued: 2, done: 3 } as const;
const failuresFirst = (a: ApplicationInstallation, b: ApplicationInstallation): number =>
  rank[a.state] - rank[b.state] || (a.device_alias < b.device_alias ? -1 : 1);
