import type { AddressAccess } from '@vigil/shared/contract/http/ip-policy';
import { useTranslation } from 'react-i18next';
import { ruleText } from './rule-text.ts';

/** What the policy says of an address, and by which rule. */
export function useAccessText(): (access: AddressAccess) => string {
  const { t } = useTranslation('blocking');
  return ({ address, denial, rule }) => {
    const named = rule === null ? '' : ruleText(rule);
    if (denial === 'external_access') return t('access.external', { address });
    if (denial === 'ip_block') return t('access.blocked', { address, rule: named });
    if (denial === 'ip_allow') return t('access.not_allowed', { address });
    return rule === null ? t('access.free', { address }) : t('access.covered', { address, rule: named });
  };
}
