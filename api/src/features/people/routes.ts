import { readApprover, searchPeople, type PersonRow } from '@vigil/shared/contract/http/managers';
import { UserPk } from '@vigil/shared/contract/ids';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { selectApproversOf, selectPeople } from './queries.ts';

const wire = (row: Omit<PersonRow, 'pk'> & { pk: number }): PersonRow => ({ ...row, pk: UserPk.parse(row.pk) });

/** Colleagues, as the dialogs that choose one list them. */
export function registerPeopleRoutes(routes: Routes, { database }: Deps): void {
  routes.on(readApprover, async ({ caller }) => {
    const rows = await database.inCompany(caller.company, (tx) => selectApproversOf(tx, caller.user));
    return { objects: rows.map(wire) };
  });

  routes.on(searchPeople, async ({ caller, query }) => {
    const { rows, meta } = await database.inCompany(caller.company, (tx) => selectPeople(tx, query));
    return { objects: rows.map(wire), meta };
  });
}
