import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import type { FunctionSettingLastChange, FunctionSettingsEffects } from '@vigil/shared/contract/http/function-settings';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { LabelledRow } from '../../ui/page.tsx';
import type { FunctionSettingsDraft } from './draft.ts';
import { settingFields } from './setting-field.tsx';
import { useSettingEffectText, type ExplainedField } from './use-setting-effect-text.ts';
import classes from './function-settings.module.css';

interface SettingRowProps {
  name: ExplainedField;
  draft: FunctionSettingsDraft;
  /** As it is in force. */
  stored: FunctionSettingsDraft;
  /** Undefined until they are counted. */
  effects: FunctionSettingsEffects | undefined;
  /** Whose change was the last. */
  change: FunctionSettingLastChange | undefined;
  error: string | undefined;
  onChange: (part: Partial<FunctionSettingsDraft>) => void;
}

/** Its text is shown over the icon, which the keyboard reaches as well (spec 2 §2). */
function SettingHelp({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('functions');
  return (
    <Tooltip label={text} multiline maw={280}>
      <ActionIcon size={22} ml={4} style={{ verticalAlign: 'middle' }} aria-label={t('help.open', { setting: label })}>
        <IconHelp size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

/** One setting: its control, what it will do, and who changed it last. */
export function SettingRow({ name, draft, stored, effects, change, error, onChange }: SettingRowProps) {
  const { t } = useTranslation('functions');
  const time = useTimeFormat();
  const effectText = useSettingEffectText();
  const Field = settingFields[name];
  const label = t(`label.${name}`);
  return (
    <LabelledRow
      label={label}
      hint={t(`hint.${name}`)}
      help={name === 'password_change_limit' && <SettingHelp label={label} text={t('help.password_change_limit')} />}
    >
      <div className={classes.field}>
        <Field
          draft={draft}
          error={error}
          effect={effects && effectText(name, { draft, stored, effects })}
          onChange={onChange}
        />
        {change && (
          <span className={classes.by}>{t('changed', { name: change.name, time: time.minute(change.at) })}</span>
        )}
      </div>
    </LabelledRow>
  );
}
