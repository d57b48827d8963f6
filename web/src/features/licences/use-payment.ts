import { useQueryClient } from '@tanstack/react-query';
import type { PaymentState } from '@vigil/shared/contract/http/payments';
import { readPayment } from '@vigil/shared/contract/routes/company';
import { isPaymentOpen } from '@vigil/shared/domain/payments';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { profileKey } from '../../entities/profile/profile.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { notifyDone, notifyWarning } from '../../ui/toasts.ts';
import { openPaymentWindow, whenClosed } from './payment-window.ts';
import { payments, useReceipt } from './payments.ts';

interface Opened {
  id: string;
  window_url: string;
}

/**
 * Pays in a window of its own: it is opened by the click, gets its address when the order is made, and is followed
 * until it closes. That outlives the component: a bought licence opens the gate, which replaces all pages, before the
 * buyer has closed the window.
 * @returns `blocked`: the address for a link, where the browser has opened no window
 */
export function usePayment({ order, onClosed }: { order: () => Promise<Opened>; onClosed: () => void }) {
  const { t } = useTranslation('licences');
  const { api, sessionEnd } = useServices();
  const queries = useQueryClient();
  const reread = payments.useReread();

  const tell = (state: PaymentState) => {
    if (state === 'paid') notifyDone(t('outcome.paid'));
    else notifyWarning(t(`outcome.${state === 'failed' || state === 'cancelled' ? state : 'waiting'}`));
  };

  const pay = useSingleFlightMutation({
    mutationFn: async (opened: Window | null) => {
      try {
        const { id, window_url } = await order();
        opened?.location.replace(window_url);
        return { id, window_url, opened };
      } catch (error) {
        opened?.close();
        throw error;
      }
    },
    onSuccess: async ({ id, opened }) => {
      if (!opened) return;
      const ended = sessionEnd();
      await whenClosed(opened, ended);
      if (ended.aborted) return;
      await Promise.all([reread(), queries.invalidateQueries({ queryKey: profileKey })]);
      tell((await api.call(readPayment, { params: { id } })).objects.state);
      onClosed();
    },
  });

  const blocked = pay.data?.opened === null ? pay.data : null;
  // Nobody sees when a link is done with, but the server announces what becomes of the payment.
  const { data: linked } = useReceipt(blocked?.id ?? '', { enabled: blocked !== null });
  const onLinkOutcome = useEffectEvent((state: PaymentState) => {
    tell(state);
    onClosed();
  });
  const linkState = linked?.state;
  useEffect(() => {
    if (linkState !== undefined && !isPaymentOpen(linkState)) onLinkOutcome(linkState);
  }, [linkState]);

  return {
    pay: () => pay.mutate(openPaymentWindow()),
    isPending: pay.isPending,
    error: pay.error,
    blocked: blocked?.window_url ?? null,
    reset: pay.reset,
  };
}
