import { lackingDemands, passwordRule } from '@vigil/shared/domain/password-rules';
import type { PasswordLevel } from '@vigil/shared/contract/credentials';
import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './password-checklist.module.css';

/** The requirements of a password and whether the typed text meets them. */
export function PasswordChecklist({ id, level, password }: { id: string; level: PasswordLevel; password: string }) {
  const { t } = useTranslation('account');
  const { min, max, demands } = passwordRule(level);
  const lacking = new Set(lackingDemands(password, level));
  return (
    <ul id={id} className={classes.list} aria-label={t('password_rule')}>
      {demands.map((demand) => {
        const met = !lacking.has(demand);
        return (
          <li key={demand} data-met={met || undefined}>
            {met ? <IconCheck size={14} stroke={2.2} aria-hidden /> : <IconPointFilled size={14} aria-hidden />}
            {t(`demand.${demand}`, { min, max })}
            <span className="visually-hidden">{t(met ? 'met' : 'not_met')}</span>
          </li>
        );
      })}
    </ul>
  );
}
