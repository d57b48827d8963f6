import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf, matchingZones } from './time-zone-choice.ts';

interface TimeZoneFieldProps {
  value: number;
  busy: boolean;
  onChange: (id: number) => void;
}

/** The time zone of the user, with a search. */
export function TimeZoneField({ value, busy, onChange }: TimeZoneFieldProps) {
  const { t } = useTranslation('profile');
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => setTyped(null) });
  const matches = matchingZones(typed ?? '');
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        combobox.closeDropdown();
        if (Number(id) !== value) onChange(Number(id));
      }}
    >
      <Combobox.Target>
        <InputBase
          size="xs"
          maw={320}
          aria-label={t('display.zone')}
          placeholder={t('display.zone_search')}
          disabled={busy}
          value={typed ?? labelOf(timeZoneOf(value))}
          onFocus={() => {
            setTyped('');
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('display.zone')} mah={320} style={{ overflow: 'auto' }}>
          {matches.length === 0 && <Combobox.Empty>{t('display.zone_none')}</Combobox.Empty>}
          {matches.map((zone) => (
            <Combobox.Option key={zone.id} value={String(zone.id)} active={zone.id === value}>
              {labelOf(zone)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
