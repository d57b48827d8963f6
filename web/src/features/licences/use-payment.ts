import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPayment } from '../../endpoints/payments.ts';
import { profileKey } from '../../entities/profile/profile.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { notifyDone, notifyWarning } from '../../ui/toasts.ts';
import { openPaymentWindow, whenClosed } from './payment-window.ts';
import { payments } from './payments.ts';

interface Opened {
  id: string;
  window_url: string;
}

/**
 * Pays in a window of its own: it is opened by the click, gets its address when the order is made, and is followed until it closes.
 * @returns `blocked`: the address for a link, where the browser has opened no window
 */
export function usePayment({ order, onClosed }: { order: () => Promise<Opened>; onClosed: () => void }) {
  const { t } = useTranslation('licences');
  const { api } = useServices();
  const queries = useQueryClient();
  const reread = payments.useReread();
  const [followed] = useState(() => new AbortController());
  useEffect(() => () => followed.abort(), [followed]);

  const tellOutcome = async (id: string) => {
    await Promise.all([reread(), queries.invalidateQueries({ queryKey: profileKey })]);
    const { state } = (await api.call(readPayment, { params: { id } })).objects;
    if (state === 'paid') notifyDone(t('outcome.paid'));
    else notifyWarning(t(`outcome.${state === 'failed' || state === 'cancelled' ? state : 'waiting'}`));
  };

  const pay = useSingleFlightMutation({
    mutationFn: async (opened: Window | null) => {
      try {
        const { id, window_url } = await order();
        if (opened) opened.location.replace(window_url);
        return { id, window_url, opened };
      } catch (error) {
        opened?.close();
        throw error;
      }
    },
    onSuccess: async ({ id, opened }) => {
      if (!opened) return;
      await whenClosed(opened, followed.signal);
      if (followed.signal.aborted) return;
      await tellOutcome(id);
      onClosed();
    },
  });
  const blocked = pay.data && !pay.data.opened ? pay.data.window_url : null;
  return {
    pay: () => pay.mutate(openPaymentWindow()),
    isPending: pay.isPending,
    error: pay.error,
    blocked,
  };
}
