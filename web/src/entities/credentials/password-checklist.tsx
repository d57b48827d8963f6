import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import {
  requirementsOfPasswordRule,
  unmetPasswordRequirements,
  type PasswordRule,
} from '@vigil/shared/domain/password-rules';
import { useTranslation } from 'react-i18next';
import classes from './password-checklist.module.css';

/** The requirements of a password and whether the typed text meets them. */
export function PasswordChecklist({ id, rule, password }: { id: string; rule: PasswordRule; password: string }) {
  const { t } = useTranslation('account');
  const { min, max, requirements } = requirementsOfPasswordRule(rule);
  const unmet = new Set(unmetPasswordRequirements(password, rule));
  return (
    <ul id={id} className={classes.list} aria-label={t('password_rule')}>
      {requirements.map((requirement) => {
        const met = !unmet.has(requirement);
        return (
          <li key={requirement} data-met={met || undefined}>
            {met ? <IconCheck size={14} stroke={2.2} aria-hidden /> : <IconPointFilled size={14} aria-hidden />}
            {t(`demand.${requirement}`, { min, max })}
            <span className="visually-hidden">{t(met ? 'met' : 'not_met')}</span>
          </li>
        );
      })}
    </ul>
  );
}
