import type { FastifyInstance } from 'fastify';
import {
  createTicket,
  listTickets,
  moveTicket,
  readTicket,
  revealTicket,
  updateTicket,
} from '@vigil/shared/contract/http/tickets';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import { queueMailNow } from '@vigil/shared/platform/mail/outgoing';
import { announceTicket, readTicketAudience, type StoredTicket } from '@vigil/shared/platform/tickets';
import { createPersonMails } from '../../access/person-mail.ts';
import type { Deps } from '../../deps.ts';
import { languageOf } from '../../http/problems.ts';
import { createLimits } from '../../http/rate-limits.ts';
import type { Routes } from '../../http/routes.ts';
import type { Caller } from '../../session/caller.ts';
import { endTicketSessions, sweepTicketSessions } from '../../session/ticket-sessions.ts';
import { revealPassword } from './account.ts';
import { composeTicketMail } from './mails.ts';
import { countTickets, findTicket, selectTicketPage } from './queries.ts';
import { decideTicket, editTicket, requestTicket, type Changed } from './service.ts';
import { createTicketWire } from './wire.ts';

/** Access tickets; an installation that does not use them has none of these endpoints. */
export function registerTicketRoutes(app: FastifyInstance, routes: Routes, deps: Deps): void {
  const { config, database, redis, log, now } = deps;
  if (!config.TICKETS) return;
  const sweep = sweepTicketSessions(deps);
  app.addHook('onClose', async () => sweep[Symbol.dispose]());
  const { wireTickets, wireDetail } = createTicketWire(deps);
  const { writeMailTo } = createPersonMails(deps);
  const limits = createLimits(deps);

  /** The commit stands whether or not browsers learn of it at once. */
  const announce = (ticket: StoredTicket, to: UserPk[]) =>
    announceTicket(redis, ticket, to).catch((cause: unknown) =>
      log.warn({ err: cause, ticket: ticket.pk }, 'ticket change not announced'),
    );

  /** Makes a change, tells of it by mail and live, and answers the ticket as it is now. */
  const change = async (caller: Caller, language: string, work: (tx: Tx) => Promise<Changed>) => {
    const { ticket, wired, receipts, to } = await database.inCompany(caller.company, async (tx) => {
      const changed = await work(tx);
      const { ticket: stored, mailTo, key } = changed;
      const mails: number[] = [];
      for (const person of mailTo)
        mails.push(...(await writeMailTo(tx, person, (one) => composeTicketMail(stored, one, { config, key }))));
      return {
        ticket: stored,
        wired: await wireDetail(tx, caller, { ticket: stored, language }),
        to: await readTicketAudience(tx, stored),
        receipts: mails,
      };
    });
    queueMailNow(deps, receipts);
    await announce(ticket, to);
    return wired;
  };

  routes.on(listTickets, async ({ caller, query }) =>
    database.inCompany(caller.company, async (tx) => {
      const { rows, meta } = await selectTicketPage(tx, caller, query);
      const counts = await countTickets(tx, caller);
      return { objects: await wireTickets(tx, caller, rows), meta: { total_count: meta.total_count, ...counts } };
    }),
  );

  routes.on(readTicket, async ({ caller, params, request }) =>
    database.inCompany(caller.company, async (tx) => {
      const ticket = await findTicket(tx, caller, params.pk);
      if (!ticket) throw new Problem('not_found');
      return { objects: [await wireDetail(tx, caller, { ticket, language: languageOf(request) })] };
    }),
  );

  routes.on(createTicket, async ({ caller, body, request }) => {
    const ask = (tx: Tx) => requestTicket(tx, caller, { body, now: now() });
    return { objects: [await change(caller, languageOf(request), ask)] };
  });

  routes.on(updateTicket, async ({ caller, params, body, request }) => {
    const edit = (tx: Tx) => editTicket(tx, caller, { pk: params.pk, body, now: now() });
    return { objects: [await change(caller, languageOf(request), edit)] };
  });

  routes.on(moveTicket, async ({ caller, body, request }) => {
    const wired = await change(caller, languageOf(request), (tx) => decideTicket(tx, caller, { body, deps }));
    if (body.action_type === 'terminate') await endTicketSessions(deps);
    return { objects: [wired] };
  });

  routes.on(revealTicket, async ({ body, request }) => {
    await limits.take('link', { address: request.ip, account: body.key });
    const { mgrid, pw, validFrom, validUntil, ticket } = await revealPassword(deps, body.key);
    // The link is gone from the ticket.
    await announce(ticket, [ticket.requesterFk]);
    return {
      objects: { mgrid, pw, valid_from: validFrom.toISOString(), valid_until: validUntil.toISOString() },
    };
  });
}
