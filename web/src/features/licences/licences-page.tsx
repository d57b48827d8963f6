import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { Page, Section } from '../../ui/page.tsx';
import { LicenceTable } from './licence-table.tsx';
import { LicenceTimeline } from './licence-timeline.tsx';
import { LicenceUse } from './licence-use.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import classes from './licences.module.css';

/** What is bought: another licence, or the renewal of one. */
type Purchase = { renews: number | null };

/** What the company has, until when, and what more of it costs. */
export function LicencesPage() {
  const { t } = useTranslation('licences');
  const { profile } = useViewer();
  const { standalone } = useInstallationSettings();
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const { license } = profile;
  const isTrial = license.total.primaryProdType === 'Free';
  return (
    <Page
      isWide
      title={t('title')}
      tools={
        !standalone &&
        !isTrial && (
          <Button leftSection={<IconPlus size={15} />} onClick={() => setPurchase({ renews: null })}>
            {t('add')}
          </Button>
        )
      }
    >
      <LicenceUse license={license} />
      {license.list.length > 0 && (
        <Section title={t('periods')}>
          <LicenceTimeline license={license} />
        </Section>
      )}
      <Section title={t('list')}>
        {isTrial && <p className={classes.note}>{t('trial_note')}</p>}
        <LicenceTable license={license} onRenew={standalone ? null : (pk) => setPurchase({ renews: pk })} />
      </Section>
      {purchase && (
        <PaymentPanel
          renews={purchase.renews}
          // A payment window that closes late closes its own panel, and not one that was opened since.
          onClose={() => setPurchase((current) => (current === purchase ? null : current))}
        />
      )}
    </Page>
  );
}
