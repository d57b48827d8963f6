import type { Channel, Delivery } from '@vigil/shared/contract/http/channels';
import type { ChannelPk } from '@vigil/shared/contract/ids';
import { deleteChannel, listChannels, listDeliveries, rotateChannelSecret } from '@vigil/shared/contract/routes/alerts';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { defineResource } from '../../entities/resource.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone } from '../../ui/toasts.ts';

export const channels = defineResource({ key: 'channels', list: listChannels });

/** Deliveries are not announced. */
const REREAD_MS = 30_000;
/** While one of them is on its way. */
const REREAD_WAITING_MS = 1_500;

export const useChannels = () => channels.useList({ staleTime: 0, refetchInterval: REREAD_MS });

/** A worker counts a try when it begins. */
const isOnItsWay = ({ state, tried_at }: Delivery): boolean => state === 'waiting' && tried_at === null;

/** The last deliveries of a channel, the newest first. */
export const useDeliveries = (pk: ChannelPk) =>
  channels.useRead<readonly Delivery[]>(
    ['deliveries', pk],
    async ({ call }) => (await call(listDeliveries, { params: { pk: String(pk) } })).objects,
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.some(isOnItsWay) === true ? REREAD_WAITING_MS : REREAD_MS),
    },
  );

/** Asks, and deletes a channel. */
export function useConfirmDeleteChannel(): (channel: Channel) => void {
  const { t } = useTranslation('channels');
  const change = channels.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  return ({ pk, name }) =>
    openDialog(
      confirmationDialog({
        danger: true,
        title: t('delete_title', { name }),
        text: t('delete_text'),
        submit: t('delete'),
        onConfirm: async () => {
          await change(deleteChannel, { params: { pk: String(pk) } });
          notifyDone(t('deleted', { name }));
        },
      }),
    );
}

/** Asks, replaces the secret of a webhook, and hands on the new one. */
export function useConfirmRotateSecret(onMade: (secret: string) => void): (channel: Channel) => void {
  const { t } = useTranslation('channels');
  const change = channels.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  return ({ pk, name }) =>
    openDialog(
      confirmationDialog({
        danger: true,
        title: t('rotate_title', { name }),
        text: t('rotate_text'),
        submit: t('rotate'),
        onConfirm: async () => {
          const { objects } = await change(rotateChannelSecret, { params: { pk: String(pk) } });
          onMade(objects.secret);
        },
      }),
    );
}
