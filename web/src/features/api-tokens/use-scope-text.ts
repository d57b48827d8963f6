import type { TokenScope } from '@vigil/shared/contract/access';
import { useTranslation } from 'react-i18next';

/** The name of each scope, and what it allows. */
export function useScopeTexts(): { readonly [S in TokenScope]: { readonly name: string; readonly text: string } } {
  const { t } = useTranslation('tokens');
  return {
    read: { name: t('scope.read'), text: t('scope.read_text') },
    commands: { name: t('scope.commands'), text: t('scope.commands_text') },
    administration: { name: t('scope.administration'), text: t('scope.administration_text') },
  };
}
