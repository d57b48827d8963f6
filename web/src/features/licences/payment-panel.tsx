import { Anchor, Button, Group, NumberInput, SegmentedControl, Select, Skeleton, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Quote, SoldLicenceType } from '@vigil/shared/contract/http/payments';
import { MAX_LICENCE_DEVICES } from '@vigil/shared/contract/limits';
import { createPayment } from '@vigil/shared/contract/routes/company';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyDay, useLastDay } from '../../entities/session/use-last-day.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { BlockedWindowNote } from './blocked-window-note.tsx';
import { payments, useQuote, useRereadQuotes } from './payments.ts';
import { PriceLines } from './price-lines.tsx';
import { usePayment } from './use-payment.ts';
import classes from './licences.module.css';

const types = ['Corporate', 'Basic'] as const satisfies readonly SoldLicenceType[];
/** Spec 3 §9. */
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const TYPING_MS = 300;

const isSoldVolume = (volume: number | string): volume is number =>
  typeof volume === 'number' && volume >= 1 && volume <= MAX_LICENCE_DEVICES;

interface PaymentPanelProps {
  /** The licence that is renewed; null to register another one. */
  renews: number | null;
  onClose: () => void;
}

/** Drafts a licence, explains its price line by line, and leads to the payment (spec 3 §2 and §4). */
export function PaymentPanel({ renews, onClose }: PaymentPanelProps) {
  const { t } = useTranslation('licences');
  const draft = useQuote(renews === null ? {} : { ref: renews });
  return (
    <Dialog title={t(renews === null ? 'register' : 'update')} size="lg" onClose={onClose}>
      <QueryContent query={draft} failed={t('quote_failed')} loading={<Skeleton height={320} />}>
        {(first) => <PanelForm first={first} renews={renews} onClose={onClose} />}
      </QueryContent>
    </Dialog>
  );
}

function PanelForm({ first, renews, onClose }: PaymentPanelProps & { first: Quote }) {
  const { t } = useTranslation('licences');
  const language = useLanguage();
  const problemText = useProblemText();
  const [drafted] = first.items;
  const [type, setType] = useState<SoldLicenceType>(drafted?.type ?? 'Corporate');
  const [volume, setVolume] = useState<number | string>(drafted?.vol ?? 1);
  const [period, setPeriod] = useState(drafted?.period ?? 1);
  const [priced, setPriced] = useState(volume);
  const isVolume = isSoldVolume(volume);
  const changeVolume = (next: number | string) => {
    setVolume(next);
    if (isSoldVolume(next)) setPriced(next);
  };
  const [asked] = useDebouncedValue({ type, period, vol: Number(priced) }, TYPING_MS);
  const query = useQuote({ ...asked, ...(renews === null ? {} : { ref: renews }) });
  const quote = query.data ?? first;
  const [item] = quote.items;
  const isCurrent =
    !query.isPlaceholderData && item?.type === type && item.vol === volume && item.period === period && isVolume;
  const change = payments.useChange();
  const rereadQuotes = useRereadQuotes();
  const order = async () => {
    const items = [{ ref: (renews ?? null) as never, type, vol: Number(volume), period }];
    try {
      return (await change(createPayment, { body: { items, total: quote.total } })).objects;
    } catch (error) {
      // What was refused may be the price, which has changed since it was read.
      void rereadQuotes();
      throw error;
    }
  };
  const { pay, isPending, error, blocked } = usePayment({ order, onClosed: onClose });
  return (
    <Stack gap="md">
      {error && <FormMessage kind="refused">{problemText(error)}</FormMessage>}
      <SegmentedControl
        aria-label={t('column.type')}
        value={type}
        onChange={setType}
        data={types.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={t('column.devices')}
          min={1}
          max={MAX_LICENCE_DEVICES}
          allowDecimal={false}
          allowNegative={false}
          value={volume}
          onChange={changeVolume}
          error={isVolume ? null : t('volume_range', { most: MAX_LICENCE_DEVICES.toLocaleString(language) })}
        />
        <Select
          label={t('column.period')}
          data={MONTHS.map((count) => ({ value: String(count), label: t('months', { count }) }))}
          value={String(period)}
          onChange={(value) => value !== null && setPeriod(Number(value))}
          allowDeselect={false}
        />
      </Group>
      <Dates quote={quote} />
      <PriceLines {...quote} isWaiting={!isCurrent} />
      {quote.volume_after < quote.devices && (
        <FormMessage kind="note">
          {t('too_few', { volume: t('devices', { count: quote.volume_after }), devices: quote.devices })}
        </FormMessage>
      )}
      {blocked !== null && <BlockedWindowNote href={blocked} />}
      <p className={classes.tax}>
        {t('tax')}{' '}
        <Anchor href={`/${language}/terms`} target="_blank" rel="noopener" inherit>
          {t('terms')}
        </Anchor>
        {' · '}
        <Anchor href={`/${language}/privacy`} target="_blank" rel="noopener" inherit>
          {t('privacy')}
        </Anchor>
      </p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={isPending} disabled={!isCurrent || blocked !== null} onClick={pay}>
          {t('pay')}
        </Button>
      </Group>
    </Stack>
  );
}

function Dates({ quote }: { quote: Quote }) {
  const { t } = useTranslation('licences');
  const day = useCompanyDay(quote.time_zone);
  const lastDay = useLastDay(quote.time_zone);
  const [item] = quote.items;
  if (!item) return null;
  return (
    <dl className={classes.facts}>
      <dt>{t('starts')}</dt>
      <dd>{day(item.start_date)}</dd>
      <dt>{t('column.expire')}</dt>
      <dd>{lastDay(item.expire_date)}</dd>
      <dt>{t('column.seats')}</dt>
      <dd>{t('seats', { count: quote.manager_limit })}</dd>
    </dl>
  );
}
