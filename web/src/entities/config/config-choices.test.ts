import type { AppConfigPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { choiceOfConfig, commonChoice, configOfChoice } from './config-choices.ts';

const having = (...configs: readonly (number | null)[]) =>
  configs.map((app_config_fk) => ({ app_config_fk: app_config_fk as AppConfigPk | null }));

test('a configuration is preselected only if all devices have it', () => {
  expect(commonChoice(having(3, 3))).toBe('3');
  expect(commonChoice(having(null, null))).toBe(choiceOfConfig(null));
  expect(commonChoice(having(3, null))).toBeNull();
  expect(commonChoice(having(3, 4))).toBeNull();
  expect(commonChoice([])).toBeNull();
});

test('an option stands for its configuration', () => {
  for (const config of [null, 7 as AppConfigPk]) expect(configOfChoice(choiceOfConfig(config))).toBe(config);
});
