import { useIsMutating } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { parseDevicePk, useListPath, type ListScope } from '../../entities/device/device-address.ts';
import { deleteGroupMutationKey, useGroups } from '../../entities/group/use-groups.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { notifyWarning } from '../../ui/toasts.ts';

/**
 * The list of a group that is not in the tree any more, or never was, returns to all devices (spec 2 §4) and says why;
 * an opened device stays open. The browser that deletes the group leaves its list without the message.
 */
export function useLeaveUnknownGroup(scope: ListScope): void {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const address = useListPath();
  const opened = parseDevicePk(useParams().devicePk) ?? undefined;
  const { tree, query } = useGroups();
  const isDeleting = useIsMutating({ mutationKey: deleteGroupMutationKey }) > 0;
  const isUnknown =
    typeof scope === 'number' && query.isSuccess && !query.isFetching && !isDeleting && !tree.byPk.has(scope);
  const leave = useLatest(() => {
    notifyWarning(t('unknown_group'));
    void navigate(address('all', opened), { replace: true });
  });
  useEffect(() => {
    if (isUnknown) leave.current();
  }, [isUnknown, leave]);
}
