import { Checkbox, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import {
  configDefaults,
  configLimits,
  logLevels,
  updateChannels,
  type AppConfigValues,
  type ScreenRegion,
} from '@vigil/shared/contract/app-config-rules';
import { agentCommandTypes, type CommandType } from '@vigil/shared/contract/names';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownConfigKey } from '../../entities/config/shown-keys.ts';
import { hourText, useValueText } from '../../entities/config/use-value-text.ts';
import { LabelledRow } from '../../ui/page.tsx';
import { firstValueOf, type DraftValue } from './config-draft.ts';
import { ScreenRegionsField } from './screen-regions-field.tsx';

interface KeyFieldProps {
  name: ShownConfigKey;
  /** Undefined: inherited. */
  value: DraftValue | undefined;
  error: ReactNode;
  isDefault: boolean;
  /** What applies where the configuration does not set the key. */
  inherited: AppConfigValues[ShownConfigKey];
  disabled: boolean;
  onChange: (value: DraftValue | undefined) => void;
}

/** One key: whether the configuration sets it, and to what. */
export function ConfigKeyField({ name, value, error, isDefault, inherited, disabled, onChange }: KeyFieldProps) {
  const { t } = useTranslation('config');
  const valueText = useValueText();
  const isSet = value !== undefined;
  const Field = fields[name];
  const label = t(`key.${name}`);
  return (
    <LabelledRow label={label} hint={t(`hint.${name}`)}>
      <Group
        gap="md"
        wrap="nowrap"
        align={name === 'allowed_commands' || name === 'blur_regions' ? 'flex-start' : 'center'}
      >
        <Switch
          aria-label={t('set', { key: label })}
          checked={isSet}
          disabled={disabled}
          onChange={() => onChange(isSet ? undefined : firstValueOf(name))}
        />
        {isSet ? (
          <Field name={name} label={label} value={value} error={error} disabled={disabled} onChange={onChange} />
        ) : (
          <Text size="sm" c="dimmed">
            {t(isDefault ? 'standard' : 'inherited', {
              value: valueText(name, isDefault ? configDefaults[name] : inherited),
            })}
          </Text>
        )}
      </Group>
    </LabelledRow>
  );
}

interface FieldProps extends Pick<KeyFieldProps, 'name' | 'error' | 'disabled'> {
  label: string;
  value: DraftValue;
  onChange: (value: DraftValue) => void;
}

const units = { refresh_interval: ' s', img_refresh_interval: ' s', capture_quality: ' %' } as const;

function NumberField({ name, label, value, error, disabled, onChange }: FieldProps) {
  const key = name as keyof typeof units;
  const [min, max] = configLimits[key];
  return (
    <NumberInput
      w={140}
      aria-label={label}
      suffix={units[key]}
      value={value as number}
      min={min}
      max={max}
      // A value that is corrected silently would not be the one that was typed.
      clampBehavior="none"
      allowNegative={false}
      allowDecimal={key !== 'capture_quality'}
      decimalScale={1}
      error={error}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

interface Choice {
  label: string;
  value: DraftValue;
}

function ChoiceField({ label, value, disabled, onChange, choices }: FieldProps & { choices: readonly Choice[] }) {
  return (
    <Select
      w={220}
      aria-label={label}
      data={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
      value={String(choices.findIndex((choice) => choice.value === value))}
      allowDeselect={false}
      disabled={disabled}
      onChange={(index) => {
        const chosen = choices[Number(index)];
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

function CaptureField(props: FieldProps) {
  const valueText = useValueText();
  const choices = ([0, 1] as const).map((value) => ({ value, label: valueText('capture_never', value) }));
  return <ChoiceField {...props} choices={choices} />;
}

function BlurField({ value, ...props }: FieldProps) {
  return <ScreenRegionsField {...props} regions={value as ScreenRegion[]} />;
}

function LogLevelField(props: FieldProps) {
  const valueText = useValueText();
  const choices = logLevels.map((value) => ({ value, label: valueText('log_level', value) }));
  return <ChoiceField {...props} choices={choices} />;
}

function ChannelField(props: FieldProps) {
  const valueText = useValueText();
  const choices = updateChannels.map((value) => ({ value, label: valueText('update_channel', value) }));
  return <ChoiceField {...props} choices={choices} />;
}

function HourField(props: FieldProps) {
  const valueText = useValueText();
  const { name } = props;
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) }));
  return <ChoiceField {...props} choices={[{ value: null, label: valueText(name, null) }, ...hours]} />;
}

function ProxyField({ label, value, error, disabled, onChange }: FieldProps) {
  const { t } = useTranslation('config');
  return (
    <TextInput
      flex={1}
      maw={340}
      aria-label={label}
      type="url"
      placeholder={t('no_proxy')}
      value={typeof value === 'string' ? value : ''}
      error={error}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function CommandsField({ label, value, disabled, onChange }: FieldProps) {
  const { t } = useTranslation(['config', 'commands']);
  const isAll = !Array.isArray(value);
  return (
    <Stack gap="xs" flex={1}>
      <ChoiceField
        name="allowed_commands"
        label={label}
        value={isAll ? 1 : 0}
        error={null}
        disabled={disabled}
        choices={[
          { value: 1, label: t('config:all') },
          { value: 0, label: t('config:only') },
        ]}
        onChange={(all) => onChange(all === 1 ? 'all' : [...agentCommandTypes])}
      />
      {!isAll && (
        <Checkbox.Group
          aria-label={label}
          value={value as CommandType[]}
          onChange={(names) => onChange(agentCommandTypes.filter((type) => names.includes(type)))}
        >
          <Group gap="md">
            {agentCommandTypes.map((type) => (
              <Checkbox key={type} size="xs" value={type} label={t(`commands:type.${type}`)} disabled={disabled} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </Stack>
  );
}

const fields: { readonly [K in ShownConfigKey]: (props: FieldProps) => ReactNode } = {
  refresh_interval: NumberField,
  img_refresh_interval: NumberField,
  capture_quality: NumberField,
  capture_never: CaptureField,
  blur_regions: BlurField,
  log_level: LogLevelField,
  allowed_commands: CommandsField,
  proxy: ProxyField,
  agent_restart_time: HourField,
  update_channel: ChannelField,
  update_hour: HourField,
};
