import type { AppConfigPk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { appConfigs } from './app-configs.ts';

const NO_CONFIG = 'none';

/** An option of a field in which a configuration is chosen. */
export interface ConfigChoice {
  readonly value: string;
  readonly label: string;
}

export const choiceOfConfig = (config: AppConfigPk | null): string => (config === null ? NO_CONFIG : String(config));

export const configOfChoice = (choice: string | null): AppConfigPk | null =>
  choice === null || choice === NO_CONFIG ? null : (Number(choice) as AppConfigPk);

/** The option that stands for what all of these devices have; null if they differ, or there are none. */
export function commonChoice(devices: readonly { readonly app_config_fk: AppConfigPk | null }[]): string | null {
  const [first, ...others] = new Set(devices.map(({ app_config_fk }) => choiceOfConfig(app_config_fk)));
  return first === undefined || others.length > 0 ? null : first;
}

export interface ConfigChoices {
  /**
   * "No configuration", then those of the company; none before they are read, so that nothing is removed by mistake.
   */
  readonly choices: readonly ConfigChoice[];
  readonly isEmpty: boolean;
  /** Why the configurations could not be read. */
  readonly failure: string | null;
  readonly retry: () => void;
}

export function useConfigChoices(): ConfigChoices {
  const { t } = useTranslation('devices');
  const problemText = useProblemText();
  const { data, error, refetch } = appConfigs.useList();
  return {
    choices: data
      ? [
          { value: NO_CONFIG, label: t('config_none') },
          ...data.map(({ pk, config_name }) => ({ value: String(pk), label: config_name })),
        ]
      : [],
    isEmpty: data?.length === 0,
    failure: data || !error ? null : t('data_get_fail', { reason: problemText(error) }),
    retry: () => void refetch(),
  };
}
