import { Group, NumberInput, Text } from '@mantine/core';
import { REFRESH_INTERVAL_S_RANGE } from '@vigil/shared/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow } from '../../ui/page.tsx';

const columns = {
  usage: { flag: 'flag_refresh', interval: 'refresh_interval' },
  frames: { flag: 'flag_img_refresh', interval: 'img_refresh_interval' },
} as const;

type What = keyof typeof columns;
type Flag = (typeof columns)[What]['flag'];
type Interval = (typeof columns)[What]['interval'];

/** One changed column of a user. */
export type RefreshSettingChange =
  | { readonly name: Flag; readonly value: 0 | 1 }
  | { readonly name: Interval; readonly value: number };

interface RefreshRowsProps {
  user: { readonly [F in Flag | Interval]: number };
  /** Why the user of this page cannot change them; null: it can. */
  denial: string | null;
  onChange: (change: RefreshSettingChange) => void;
}

/** Whether usage and live frames are refreshed for a user, and how often. */
export const RefreshSettingRows = (props: RefreshRowsProps) => (
  <>
    <RefreshRow {...props} what="usage" />
    <RefreshRow {...props} what="frames" />
  </>
);

/** A switch, and the interval while it is on. */
function RefreshRow({ user, denial, onChange, what }: RefreshRowsProps & { what: What }) {
  const { t } = useTranslation('profile');
  const [typed, setTyped] = useState<string | number | null>(null);
  /** Of what was typed, which stays until it is corrected. */
  const [error, setError] = useState<string | null>(null);
  const { flag, interval } = columns[what];
  const isOn = user[flag] === 1;
  const label = t(`refresh.${what}`);
  const leave = () => {
    const value = Number(typed);
    const isValid =
      typed !== '' &&
      Number.isInteger(value) &&
      value >= REFRESH_INTERVAL_S_RANGE.least &&
      value <= REFRESH_INTERVAL_S_RANGE.most;
    if (typed === null) return;
    if (!isValid)
      return setError(
        t('refresh.refused', { least: REFRESH_INTERVAL_S_RANGE.least, most: REFRESH_INTERVAL_S_RANGE.most }),
      );
    if (value !== user[interval]) onChange({ name: interval, value });
    setTyped(null);
  };
  const type = (value: string | number) => {
    setTyped(value);
    setError(null);
  };
  return (
    <LabelledRow label={label} hint={t(`refresh.hint.${what}`)}>
      <Group gap="sm">
        <LockableSwitch
          aria-label={label}
          reason={denial}
          checked={isOn}
          onToggle={() => onChange({ name: flag, value: isOn ? 0 : 1 })}
        />
        <NumberInput
          size="xs"
          w={error === null ? 110 : 190}
          aria-label={t('refresh.seconds', { label })}
          suffix=" s"
          min={REFRESH_INTERVAL_S_RANGE.least}
          max={REFRESH_INTERVAL_S_RANGE.most}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          disabled={!isOn || denial !== null}
          value={typed ?? user[interval]}
          error={error}
          onChange={type}
          onBlur={leave}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
        {!isOn && (
          <Text size="xs" c="dimmed">
            {t('refresh.paused')}
          </Text>
        )}
      </Group>
    </LabelledRow>
  );
}
