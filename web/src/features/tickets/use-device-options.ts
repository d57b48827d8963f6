import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { devices } from '../../entities/device/devices.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** As many are offered at once; the search finds the others. */
const MOST_OFFERED = 50;
const SEARCH_DELAY_MS = 200;

/** The devices in sight whose names contain what is typed, with those that are chosen. */
export function useDeviceOptions(before: readonly { pk: number; device_name: string }[]) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const [chosen, setChosen] = useState<readonly Option[]>(() =>
    before.map(({ pk, device_name }) => ({ value: String(pk), label: device_name })),
  );
  const { data } = devices.usePage({
    by: 'alias',
    limit: MOST_OFFERED,
    ...(text === '' ? {} : { search_key: 'alias', search_value: text }),
  });
  const found = (data?.objects ?? []).map(({ pk, alias }): Option => ({ value: String(pk), label: alias }));
  const isChosen = new Set(chosen.map(({ value }) => value));
  const options = [...chosen, ...found.filter(({ value }) => !isChosen.has(value))];
  return {
    options,
    values: chosen.map(({ value }) => value),
    typed,
    setTyped,
    choose: (values: readonly string[]) => setChosen(options.filter(({ value }) => values.includes(value))),
  };
}
