import { Button } from '@mantine/core';
import { IconMail, IconPrinter } from '@tabler/icons-react';
import { mailReceipt } from '@vigil/shared/contract/routes/company';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useCompanyDay, useLastDay } from '../../entities/session/use-last-day.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { useReceipt } from './payments.ts';
import { PriceLines } from './price-lines.tsx';
import classes from './licences.module.css';

/** A payment on one page, to print or to have mailed. */
export function ReceiptPage() {
  const { t } = useTranslation('licences');
  const { api } = useServices();
  const problemText = useProblemText();
  const { id = '' } = useParams();
  const query = useReceipt(id);
  const mail = useSingleFlightMutation({
    mutationFn: async () => (await api.call(mailReceipt, { params: { id } })).objects,
    onSuccess: ({ email }) => notifyDone(t('receipt.mailed', { email })),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const isPaid = query.data?.state === 'paid' || query.data?.state === 'withdrawn';
  return (
    <Page
      title={t(isPaid ? 'receipt.title' : 'receipt.order')}
      tools={
        <div className={classes.noPrint}>
          {isPaid && (
            <Button
              variant="default"
              leftSection={<IconMail size={15} stroke={1.7} />}
              loading={mail.isPending}
              onClick={() => mail.mutate()}
            >
              {t('receipt.mail')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPrinter size={15} stroke={1.7} />}
            disabled={!query.data}
            onClick={() => window.print()}
          >
            {t('receipt.print')}
          </Button>
        </div>
      }
    >
      <QueryContent query={query} failed={t('payments.failed')} loading={8}>
        {(receipt) => <Receipt receipt={receipt} />}
      </QueryContent>
    </Page>
  );
}

type Read = NonNullable<ReturnType<typeof useReceipt>['data']>;

function Receipt({ receipt }: { receipt: Read }) {
  const { t } = useTranslation('licences');
  const time = useTimeFormat();
  const day = useCompanyDay(receipt.time_zone);
  const lastDay = useLastDay(receipt.time_zone);
  const facts = [
    [t('receipt.number'), receipt.id],
    [t('receipt.company'), receipt.company_name],
    [t('receipt.ordered_by'), receipt.ordered_by || NO_VALUE],
    [t('column.state'), t(`state.${receipt.state}`)],
    [t('column.payment_date'), time.minute(receipt.paid_time ?? receipt.create_time)],
    [t('column.method'), receipt.payment_method === null ? NO_VALUE : t(`method.${receipt.payment_method}`)],
    [t('column.type'), t(`type.${receipt.type}`)],
    [t('column.devices'), String(receipt.device_count)],
    [t('column.period'), `${day(receipt.start_date)} – ${lastDay(receipt.expire_date)}`],
  ] as const;
  return (
    <Panel label={t('receipt.title')}>
      <div className={classes.receipt}>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <PriceLines lines={receipt.lines} fullPay={receipt.fullPay} discount={receipt.discount} total={receipt.price} />
        <p className={classes.tax}>{t('tax')}</p>
      </div>
    </Panel>
  );
}
