import { ActionIcon, Anchor, Menu } from '@mantine/core';
import { IconDots, IconReceipt } from '@tabler/icons-react';
import type { Payment } from '@vigil/shared/contract/http/payments';
import { cancelPayment, continuePayment, withdrawPayment } from '@vigil/shared/contract/routes/company';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useCompanyDay } from '../../entities/session/use-last-day.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { createListUrlCodec } from '../../lib/list-view.ts';
import { useListView } from '../../lib/use-list-view.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { ListPage } from '../../ui/list-panel.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { BlockedWindowNote } from './blocked-window-note.tsx';
import { payments } from './payments.ts';
import { usePayment } from './use-payment.ts';
import { useWon } from './use-won.ts';
import classes from './licences.module.css';

const sortKeys = ['start_date', 'create_time', 'price'] as const;
type SortKey = (typeof sortKeys)[number];
const address = createListUrlCodec({ sort: { keys: sortKeys, by: 'start_date', order: 'desc' } });

/** What the company has paid, and what waits to be paid (spec 3 §2). */
export function PaymentsPage() {
  const { t } = useTranslation('licences');
  const { standalone, payment_faq_url } = useInstallationSettings();
  const list = useListView(address);
  const { by, order, page } = list.view;
  const query = payments.usePage({ by, order, limit: page.size, offset: page.index * page.size });
  return (
    <ListPage
      title={t('payments.title')}
      label={t('payments.title')}
      list={list}
      query={query}
      pkOf={({ id }) => id}
      columns={useColumns()}
      actions={
        !standalone &&
        payment_faq_url !== '' && (
          <Anchor href={payment_faq_url} target="_blank" rel="noopener noreferrer" size="sm">
            {t('payments.faq')}
          </Anchor>
        )
      }
      failed={t('payments.failed')}
      empty={{ icon: <IconReceipt stroke={1.4} />, title: t('payments.empty'), text: t('payments.empty_text') }}
    />
  );
}

function useColumns(): readonly Column<Payment, SortKey>[] {
  const { t } = useTranslation('licences');
  const language = useLanguage();
  const time = useTimeFormat();
  const { profile } = useViewer();
  const day = useCompanyDay(profile.license.time_zone);
  const won = useWon();
  return [
    {
      id: 'date',
      label: t('column.payment_date'),
      by: 'create_time',
      render: ({ id, create_time }) => (
        <Anchor component={Link} to={`/${language}/management/payments/${id}`} fz="inherit">
          {time.date(create_time)}
        </Anchor>
      ),
    },
    { id: 'type', label: t('column.type'), render: ({ type }) => t(`type.${type}`) },
    {
      id: 'devices',
      label: t('column.devices'),
      isNumber: true,
      render: ({ device_count }) => device_count.toLocaleString(language),
    },
    {
      id: 'start',
      label: t('starts'),
      by: 'start_date',
      render: ({ start_date, period }) => (
        <>
          {day(start_date)}
          <small>{t('months', { count: period })}</small>
        </>
      ),
    },
    { id: 'price', label: t('column.price'), by: 'price', isNumber: true, render: ({ price }) => won(price) },
    {
      id: 'method',
      label: t('column.method'),
      render: ({ payment_method }) => (payment_method === null ? NO_VALUE : t(`method.${payment_method}`)),
    },
    {
      id: 'state',
      label: t('column.state'),
      render: ({ state, lapses_at }) => (
        <span data-state={state} className={classes.state}>
          {t(`state.${state}`)}
          {state === 'waiting' && lapses_at !== null && <small>{t('lapses', { time: time.minute(lapses_at) })}</small>}
        </span>
      ),
    },
    { id: 'remarks', label: t('column.remarks'), render: ({ remarks }) => remarks || NO_VALUE },
    { id: 'actions', label: t('actions'), labelled: 'hidden', render: (payment) => <PaymentMenu payment={payment} /> },
  ];
}

/** What can be done with a payment in its state. */
function PaymentMenu({ payment }: { payment: Payment }) {
  const { t } = useTranslation('licences');
  const problemText = useProblemText();
  const openDialog = useSetAtom(openDialogAtom);
  const change = payments.useChange();
  const params = { id: payment.id };
  const order = async () => (await change(continuePayment, { params })).objects;
  const { pay, isPending, error, blocked, reset } = usePayment({ order, onClosed: () => reset() });
  const ask = (kind: 'cancel' | 'withdraw', call: () => Promise<unknown>) =>
    openDialog(
      confirmationDialog({
        title: t(`${kind}_payment.title`),
        text: t(`${kind}_payment.text`),
        submit: t(`${kind}_payment.submit`),
        danger: true,
        onConfirm: async () => {
          await call().then(
            () => notifyDone(t(`${kind}_payment.done`)),
            (cause: unknown) => notifyFailed(problemText(cause)),
          );
        },
      }),
    );
  const waits = payment.state === 'draft' || payment.state === 'waiting';
  const isWithdrawable = payment.withdrawable_until !== null;
  if (blocked !== null || error !== null)
    return (
      <Dialog title={t('continue')} size="md" onClose={reset}>
        {blocked !== null && <BlockedWindowNote href={blocked} />}
        {error !== null && <FormMessage kind="refused">{problemText(error)}</FormMessage>}
      </Dialog>
    );
  if (!waits && !isWithdrawable) return null;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={26} aria-label={t('actions')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {waits && (
          <Menu.Item disabled={isPending} onClick={pay}>
            {t('continue')}
          </Menu.Item>
        )}
        {waits && (
          <Menu.Item onClick={() => ask('cancel', () => change(cancelPayment, { params }))}>
            {t('cancel_payment.submit')}
          </Menu.Item>
        )}
        {isWithdrawable && (
          <Menu.Item onClick={() => ask('withdraw', () => change(withdrawPayment, { params }))}>
            {t('withdraw_payment.submit')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
