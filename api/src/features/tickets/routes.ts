import {
  createTicket,
  listTickets,
  manageTicket,
  readTicket,
  revealTemporaryPassword,
  updateTicket,
} from '@vigil/shared/contract/http/tickets';
import { Problem } from '@vigil/shared/contract/problems';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { announceTicketOnCommit } from '@vigil/shared/platform/tickets';
import { hashToken } from '@vigil/shared/platform/tokens';
import { createAccessRequestMails } from '../../access/access-request-mails.ts';
import type { Deps } from '../../deps.ts';
import { languageOfAcceptHeader } from '../../http/problems.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { newPassword, consumeRevealLink } from './account.ts';
import { composeTicketMail } from './mails.ts';
import { countTicketsByTab, findTicket, selectTicketPage } from './queries.ts';
import { applyTicketAction, resubmitTicket, requestTicket, type TicketChangeResult } from './service.ts';
import { createTicketSerializer } from './wire.ts';

/** Access tickets; an installation that does not use them has none of these endpoints. */
export function registerTicketRoutes(routes: RouteRegistry, deps: Deps): void {
  const { config, database, now } = deps;
  if (!config.TICKETS) return;
  const { wireTickets, wireDetail } = createTicketSerializer(deps);
  const { writeMails } = createAccessRequestMails(deps);
  const limits = createRateLimits(deps);

  /** Tells of a change by mail and live, and answers the ticket as it is now. */
  const report = async (
    tx: ChangeTx,
    caller: Caller,
    { ticket, mailTo, key }: TicketChangeResult,
    language: string,
  ) => {
    await writeMails(tx, {
      to: mailTo,
      requester: ticket.requesterFk === caller.user ? caller.user : null,
      compose: (one) => composeTicketMail(ticket, one, { config, key }),
    });
    await announceTicketOnCommit(tx, ticket);
    return [await wireDetail(tx, caller, { ticket, language })];
  };

  routes.on(listTickets, async ({ caller, query }) =>
    database.read(caller.company, async (tx) => {
      const { rows, meta } = await selectTicketPage(tx, caller, query);
      const counts = await countTicketsByTab(tx, caller);
      return { objects: await wireTickets(tx, caller, rows), meta: { total_count: meta.total_count, ...counts } };
    }),
  );

  routes.on(readTicket, async ({ caller, params, request }) =>
    database.read(caller.company, async (tx) => {
      const ticket = await findTicket(tx, caller, params.pk);
      if (!ticket) throw new Problem('not_found');
      return { objects: [await wireDetail(tx, caller, { ticket, language: languageOfAcceptHeader(request) })] };
    }),
  );

  routes.change(createTicket, {
    rule: async (tx, { caller, body, request }) =>
      report(tx, caller, await requestTicket(tx, caller, { body, now: now() }), languageOfAcceptHeader(request)),
  });

  routes.change(updateTicket, {
    rule: async (tx, { caller, params, body, request }) =>
      report(
        tx,
        caller,
        await resubmitTicket(tx, caller, { pk: params.pk, body, now: now() }),
        languageOfAcceptHeader(request),
      ),
  });

  routes.change(manageTicket, {
    rule: async (tx, { caller, body, request }) =>
      report(tx, caller, await applyTicketAction(tx, caller, { body, deps }), languageOfAcceptHeader(request)),
  });

  routes.change(revealTemporaryPassword, {
    prepare: async ({ body, request }) => {
      await limits.take('link', { address: request.ip, account: body.key });
      return newPassword(deps.passwordCost);
    },
    whose: ({ body }) => companyLookups.link(hashToken(body.key)),
    rule: (tx, { body }, { hash }) => consumeRevealLink(tx, { key: body.key, hash, at: new Date(now()) }),
    reply: (revealed, _call, { pw }) => {
      if (!revealed) throw new Problem('link_invalid');
      return { objects: { ...revealed, pw } };
    },
  });
}
