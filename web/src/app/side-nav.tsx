import { useTranslation } from 'react-i18next';
import { useSettings } from '../entities/session/settings.ts';
import { NavLinks } from './header/nav-links.tsx';
import { manageEntries, supportEntries } from './nav.ts';
import classes from './side-nav.module.css';

/** The side menu of the account pages. */
export function ManageNav() {
  const { t } = useTranslation('shell');
  return <Side title={t('nav.account')} entries={manageEntries} />;
}

export function SupportNav() {
  const { t } = useTranslation('shell');
  const { standalone } = useSettings();
  const entries = standalone ? supportEntries.filter(({ id }) => id !== 'notices') : supportEntries;
  return <Side title={t('nav.support')} entries={entries} />;
}

function Side({ title, entries }: { title: string; entries: Parameters<typeof NavLinks>[0]['entries'] }) {
  return (
    <div className={classes.side}>
      <strong>{title}</strong>
      <NavLinks entries={entries} className={classes.link} />
    </div>
  );
}
