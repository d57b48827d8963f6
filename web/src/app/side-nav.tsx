import { useTranslation } from 'react-i18next';
import { NavLinks } from './header/nav-links.tsx';
import classes from './side-nav.module.css';

/** The side menu of the account pages, or of those of support. */
export function SideNav({ menu }: { menu: 'account' | 'support' }) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.side}>
      <strong>{t(`nav.${menu}`)}</strong>
      <NavLinks menu={menu} className={classes.link} />
    </div>
  );
}
