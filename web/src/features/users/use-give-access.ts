import type { UserPk } from '@vigil/shared/contract/ids';
import { addGroupMember, updateUser } from '@vigil/shared/contract/routes/people';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useServices } from '../../lib/services.ts';
import type { NewUser } from './new-user.ts';
import { permissionGrantBody } from './permission-bodies.ts';

function assertGranted(cause: unknown): void {
  if (!isApiProblem(cause) || cause.code !== 'conflict') throw cause;
}

/**
 * Gives a user who was just added the permissions and groups of the form; a group comes with those above it (decision
 * 29).
 */
export function useGiveAccess(): (
  user: UserPk,
  access: Pick<NewUser, 'groups' | 'withSubgroups' | 'permissions'>,
) => Promise<void> {
  const { api } = useServices();
  return async (pk, { groups, withSubgroups, permissions }) => {
    if (permissions.length > 0)
      await api.call(updateUser, { params: { pk: String(pk) }, body: permissionGrantBody(permissions) });
    for (const group of groups) {
      const along = { with_parents: 1, with_subgroups: withSubgroups ? 1 : 0 } as const;
      await api.call(addGroupMember, { body: { device_group_fk: Number(group), member_fk: pk, ...along } }).catch(
        // Another one of them has brought it along.
        (cause: unknown) => assertGranted(cause),
      );
    }
  };
}
