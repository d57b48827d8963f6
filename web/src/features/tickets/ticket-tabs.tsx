import { IconChecks, IconCircleX, IconClipboardCheck, IconHourglass, type Icon } from '@tabler/icons-react';
import type { TicketCounts } from '@vigil/shared/contract/http/tickets';
import type { TicketTab } from '@vigil/shared/domain/ticket-transitions';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { ticketTabNames } from './ticket-list.ts';

const icons: { readonly [T in TicketTab]: Icon } = {
  requested: IconHourglass,
  approved: IconChecks,
  reject: IconCircleX,
  completed: IconClipboardCheck,
};

interface TicketTabsProps {
  tab: TicketTab;
  /** Null until they are read. */
  counts: TicketCounts | null;
  addressOf: (tab: TicketTab) => string;
}

/** The states of the tickets, each with its number. */
export function TicketTabs({ tab, counts, addressOf }: TicketTabsProps) {
  const { t } = useTranslation('tickets');
  const language = useLanguage();
  return (
    <PageTabs
      label={t('page')}
      tabs={ticketTabNames.map((name) => ({
        to: `/${language}/access-ticket/request${addressOf(name)}`,
        label: t(`tab.${name}`),
        icon: icons[name],
        isCurrent: name === tab,
        ...(counts && { count: counts[name] }),
      }))}
    />
  );
}
