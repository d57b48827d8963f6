import type { ConfigSource } from '@vigil/shared/contract/http/app-configs';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** A configuration that is inherited: its name, and the group that it comes from. */
export function useConfigNameText(): (source: ConfigSource) => string {
  const sourceText = useSourceText();
  return useCallback(
    (source) => (source.source === 'group' ? `${source.config_name} (${sourceText(source)})` : source.config_name),
    [sourceText],
  );
}

/** What a configuration was given to, as seen from a device or group that it applies to. */
export function useSourceText(): (source: Pick<ConfigSource, 'source' | 'group_name'>) => string {
  const { t } = useTranslation('config');
  return useCallback(
    ({ source, group_name: group }) => {
      if (source === 'device') return t('own');
      return source === 'group' ? t('from_group', { group: group ?? '' }) : t('from_default');
    },
    [t],
  );
}
