import { useListScope } from '../../entities/device/device-address.ts';
import { useGroups } from '../../entities/group/use-groups.ts';

/** Whether the address is that of a group which is in the tree only because it is above one that the user may see. */
export function useIsDeniedGroup(): boolean {
  const scope = useListScope();
  const { tree } = useGroups();
  return typeof scope === 'number' && tree.byPk.get(scope)?.isPermitted === false;
}
