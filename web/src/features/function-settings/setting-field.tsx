import { Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import {
  MAX_ANTIVIRUS_NAME,
  remoteConsents,
  frameRetentionMinutes,
  statisticsRetentionPeriods,
  windowsVersions,
} from '@vigil/shared/contract/function-settings-rules';
import { passwordMaxima } from '@vigil/shared/contract/password-maxima';
import { isPasswordLevel } from '@vigil/shared/domain/password-rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FunctionSettingsDraft, NumberSettingName } from './draft.ts';
import type { ExplainedField } from './use-setting-effect-text.ts';
import { useRestartHourText, useWindowsVersionText } from './use-setting-text.ts';

export interface FieldProps {
  readonly draft: FunctionSettingsDraft;
  readonly error: string | undefined;
  /** What the setting will do. */
  readonly effect: ReactNode;
  readonly onChange: (changed: Partial<FunctionSettingsDraft>) => void;
}

type Order = ('label' | 'input' | 'description' | 'error')[];
const order: Order = ['label', 'input', 'error', 'description'];

const units = {
  block_num: 'tries',
  password_change_limit: 'days',
  idle_time: 'minutes',
  session_time: 'minutes',
  picture_budget: 'rate',
} as const satisfies Record<NumberSettingName, string>;

function NumberField({ name, draft, error, effect, onChange }: FieldProps & { name: NumberSettingName }) {
  const { t } = useTranslation('functions');
  return (
    <TextInput
      name={name}
      aria-label={t(`label.${name}`)}
      inputMode="numeric"
      autoComplete="off"
      styles={{ input: { maxWidth: 140 } }}
      rightSection={<span aria-hidden="true">{t(`unit.${units[name]}`)}</span>}
      rightSectionWidth={52}
      rightSectionProps={{ style: { insetInlineStart: 88 } }}
      inputWrapperOrder={order}
      description={effect}
      value={draft[name]}
      error={error}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}

type BitField =
  | 'self_unlock'
  | 'otp_required'
  | 'file_transfer'
  | 'capture'
  | 'display_power_save'
  | 'system_power_save'
  | 'security_agreement'
  | 'pictures';

function BitField({ name, draft, effect, onChange }: FieldProps & { name: BitField }) {
  const { t } = useTranslation('functions');
  return (
    <Switch
      name={name}
      size="sm"
      aria-label={t(`label.${name}`)}
      label={t(draft[name] === 1 ? 'on' : 'off')}
      description={effect}
      checked={draft[name] === 1}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked ? 1 : 0 })}
    />
  );
}

interface Choice {
  readonly value: number;
  readonly label: string;
}

function ChoiceField({
  name,
  choices,
  draft,
  error,
  effect,
  onChange,
}: FieldProps & {
  name: 'password_level' | 'password_max' | 'statistics_delete_period' | 'picture_retention' | 'remote_consent';
  choices: readonly Choice[];
}) {
  const { t } = useTranslation('functions');
  return (
    <Radio.Group
      name={name}
      aria-label={t(`label.${name}`)}
      inputWrapperOrder={order}
      description={effect}
      error={error}
      value={String(draft[name])}
      onChange={(value) => onChange({ [name]: Number(value) })}
    >
      <Stack gap={6} mb={6}>
        {choices.map(({ value, label }) => (
          <Radio key={value} size="sm" value={String(value)} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function PasswordLevelField(props: FieldProps) {
  const { t } = useTranslation('functions');
  const choices = ([0, 1, 2, 3] as const).map((value) => ({
    value,
    label: t(`level.${value}`, { max: props.draft.password_max }),
  }));
  const isValid = isPasswordLevel(props.draft.password_level);
  const error = props.error ?? (isValid ? undefined : t('level.invalid'));
  return <ChoiceField {...props} error={error} name="password_level" choices={choices} />;
}

function PasswordMaxField(props: FieldProps) {
  const { t } = useTranslation('functions');
  const choices = passwordMaxima.map((value) => ({ value, label: t('characters', { max: value }) }));
  return <ChoiceField {...props} name="password_max" choices={choices} />;
}

function RetentionField(props: FieldProps) {
  const { t } = useTranslation('functions');
  const choices = statisticsRetentionPeriods.map((value) => ({ value, label: t(`period.${value}`) }));
  return <ChoiceField {...props} name="statistics_delete_period" choices={choices} />;
}

function FrameRetentionField(props: FieldProps) {
  const { t } = useTranslation('functions');
  const choices = frameRetentionMinutes.map((value) => ({ value, label: t(`kept.${value}`) }));
  return <ChoiceField {...props} name="picture_retention" choices={choices} />;
}

function ConsentField(props: FieldProps) {
  const { t } = useTranslation('functions');
  const choices = remoteConsents.map((value) => ({ value, label: t(`consent.${value}`) }));
  return <ChoiceField {...props} name="remote_consent" choices={choices} />;
}

const ANY = { major: 0, minor: 0 };

/** One choice for both numbers; a version that is not in the table, set by other means, is offered as well. */
function VersionField({ draft, error, effect, onChange }: FieldProps) {
  const { t } = useTranslation('functions');
  const text = useWindowsVersionText();
  const own = { major: draft.min_os_major, minor: draft.min_os_minor };
  const keyOf = ({ major, minor }: typeof ANY) => `${major}.${minor}`;
  const versions = new Map([ANY, own, ...windowsVersions].map((version) => [keyOf(version), version]));
  return (
    <Select
      name="min_os_major"
      aria-label={t('label.min_os')}
      maw={340}
      inputWrapperOrder={order}
      description={effect}
      error={error}
      data={[...versions].map(([value, { major, minor }]) => ({
        value,
        label: text({ min_os_major: major, min_os_minor: minor }),
      }))}
      value={keyOf(own)}
      allowDeselect={false}
      onChange={(value) => {
        const chosen = versions.get(value ?? '');
        if (chosen) onChange({ min_os_major: chosen.major, min_os_minor: chosen.minor });
      }}
    />
  );
}

function VaccineField({ draft, effect, onChange }: FieldProps) {
  const { t } = useTranslation('functions');
  return (
    <TextInput
      name="vaccine"
      aria-label={t('label.vaccine')}
      maw={340}
      maxLength={MAX_ANTIVIRUS_NAME}
      autoComplete="off"
      inputWrapperOrder={order}
      description={effect}
      value={draft.vaccine}
      onChange={(event) => onChange({ vaccine: event.currentTarget.value })}
    />
  );
}

const NEVER = 'never';

function HourField({ draft, error, effect, onChange }: FieldProps) {
  const { t } = useTranslation('functions');
  const text = useRestartHourText();
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: text(hour) }));
  return (
    <Select
      name="agent_restart_time"
      aria-label={t('label.agent_restart_time')}
      maw={220}
      inputWrapperOrder={order}
      description={effect}
      error={error}
      data={[{ value: NEVER, label: text(null) }, ...hours]}
      value={draft.agent_restart_time === null ? NEVER : String(draft.agent_restart_time)}
      allowDeselect={false}
      onChange={(value) => onChange({ agent_restart_time: value === NEVER ? null : Number(value) })}
    />
  );
}

const numberField = (name: NumberSettingName) => (props: FieldProps) => <NumberField {...props} name={name} />;
const bitField = (name: BitField) => (props: FieldProps) => <BitField {...props} name={name} />;

/** The control of each setting. */
export const settingFields: { readonly [F in ExplainedField]: (props: FieldProps) => ReactNode } = {
  password_level: PasswordLevelField,
  password_max: PasswordMaxField,
  block_num: numberField('block_num'),
  password_change_limit: numberField('password_change_limit'),
  self_unlock: bitField('self_unlock'),
  otp_required: bitField('otp_required'),
  statistics_delete_period: RetentionField,
  idle_time: numberField('idle_time'),
  session_time: numberField('session_time'),
  file_transfer: bitField('file_transfer'),
  capture: bitField('capture'),
  display_power_save: bitField('display_power_save'),
  system_power_save: bitField('system_power_save'),
  security_agreement: bitField('security_agreement'),
  remote_consent: ConsentField,
  min_os: VersionField,
  vaccine: VaccineField,
  agent_restart_time: HourField,
  pictures: bitField('pictures'),
  picture_retention: FrameRetentionField,
  picture_budget: numberField('picture_budget'),
};
