import { Input, MultiSelect, NumberInput, SegmentedControl, Select } from '@mantine/core';
import type { WallThresholds } from '@vigil/shared/contract/http/wall-views';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { MAX_WALL_TEMPERATURE, MAX_WALL_VIEW_GROUPS } from '@vigil/shared/contract/limits';
import { wallOfflineChoices, wallOrders, wallTileSizes } from '@vigil/shared/contract/names';
import { redThresholds } from '@vigil/shared/domain/usage-levels';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupOptions } from '../../entities/group/group-options.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import type { WallScope } from './use-wall-scope.ts';
import type { ChangeSettings } from './use-wall-view.ts';
import { pageTurnSeconds, type WallSettings } from './wall-settings.ts';
import classes from './wall-views.module.css';

interface WallSettingsFieldsProps {
  settings: WallSettings;
  scope: WallScope;
  onChange: ChangeSettings;
}

const HELD = 'held';
const measures = ['cpu', 'memory', 'disk', 'temperature'] as const;

/** What the wall shows. Each change is seen at once. */
export function WallSettingsFields({ settings, scope, onChange }: WallSettingsFieldsProps) {
  const { t } = useTranslation('wall');
  const { tree } = useGroups();
  const { seconds } = settings;
  const offered =
    seconds === null || pageTurnSeconds.includes(seconds)
      ? pageTurnSeconds
      : [...pageTurnSeconds, seconds].toSorted((a, b) => a - b);
  const choice = <N extends 'tiles' | 'order' | 'offline'>(name: N, values: readonly WallSettings[N][]) => {
    const label = t(`settings.${name}` as 'settings.tiles');
    return (
      <Input.Wrapper label={label} labelElement="div">
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={label}
          data={values.map((value) => ({ value, label: t(`${name}.${value}` as 'tiles.auto') }))}
          value={settings[name]}
          onChange={(value) => onChange(() => ({ [name]: value }))}
        />
      </Input.Wrapper>
    );
  };
  return (
    <div className={classes.fields}>
      <MultiSelect
        size="xs"
        label={t('settings.groups')}
        placeholder={typeof scope.known === 'string' || scope.known.length === 0 ? t('settings.all_groups') : ''}
        data={groupOptions(tree)}
        value={typeof scope.known === 'string' ? [] : scope.known.map(({ pk }) => String(pk))}
        onChange={(pks) =>
          onChange(() => ({ groups: pks.length === 0 ? 'all' : pks.map((pk) => Number(pk) as GroupPk) }))
        }
        maxValues={MAX_WALL_VIEW_GROUPS}
        limit={100}
        searchable
        clearable
      />
      {choice('tiles', wallTileSizes)}
      <Select
        size="xs"
        label={t('settings.seconds')}
        data={[
          ...offered.map((count) => ({ value: String(count), label: t('settings.seconds_count', { count }) })),
          { value: HELD, label: t('settings.held') },
        ]}
        value={seconds === null ? HELD : String(seconds)}
        onChange={(value) => value !== null && onChange(() => ({ seconds: value === HELD ? null : Number(value) }))}
        allowDeselect={false}
      />
      {choice('order', wallOrders)}
      {choice('offline', wallOfflineChoices)}
      <Input.Wrapper label={t('settings.thresholds')} description={t('settings.thresholds_text')} labelElement="div">
        <div className={classes.levels}>
          {measures.map((name) => (
            <ThresholdField
              key={`${name} ${settings[name]}`}
              name={name}
              value={settings[name]}
              onChange={(value) => onChange(() => ({ [name]: value }))}
            />
          ))}
        </div>
      </Input.Wrapper>
    </div>
  );
}

interface ThresholdFieldProps {
  name: keyof WallThresholds;
  value: number | null;
  onChange: (value: number | null) => void;
}

/**
 * A threshold; empty for the one that is in use everywhere. It counts when it is typed in full: the field is left, or
 * Enter.
 */
function ThresholdField({ name, value, onChange }: ThresholdFieldProps) {
  const { t } = useTranslation('wall');
  const [typed, setTyped] = useState<number | string>(value ?? '');
  const unit = name === 'temperature' ? ' °C' : ' %';
  const most = name === 'temperature' ? MAX_WALL_TEMPERATURE : 100;
  const apply = () => {
    const level = typed === '' ? null : Math.min(most, Math.max(1, Number(typed)));
    setTyped(level ?? '');
    if (level !== value) onChange(level);
  };
  return (
    <NumberInput
      size="xs"
      label={t(`measure.${name}`)}
      placeholder={`${redThresholds[name]}${unit}`}
      suffix={unit}
      min={1}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={typed}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  );
}
