import { ActionIcon, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import {
  MAX_BLUR_REGIONS,
  regionLimits,
  regionSides,
  type ScreenRegion,
} from '@vigil/shared/contract/app-config-rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface RegionsFieldProps {
  label: string;
  regions: readonly ScreenRegion[];
  error: ReactNode;
  disabled: boolean;
  onChange: (regions: ScreenRegion[]) => void;
}

/** From the middle of the screen downwards, where a new region is seen and covers no other. */
function newRegion(count: number): ScreenRegion {
  const offset = (count * 5) % 45;
  return { x: 40 + offset, y: 40 + offset, width: 20, height: 20 };
}
const PREVIEW = { width: 192, height: 108 };

/** Rectangles of the screen as numbers, with a preview. */
export function ScreenRegionsField({ label, regions, error, disabled, onChange }: RegionsFieldProps) {
  const { t } = useTranslation('config');
  const replace = (index: number, region: ScreenRegion) => onChange(regions.with(index, region));
  return (
    <Stack gap="xs" flex={1} role="group" aria-label={label}>
      <svg {...PREVIEW} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <rect
          width="100"
          height="100"
          fill="var(--mantine-color-default-hover)"
          stroke="var(--line-strong)"
          vectorEffect="non-scaling-stroke"
        />
        {regions.map((region, index) => (
          <rect key={index} {...region} fill="var(--mantine-color-dimmed)" />
        ))}
      </svg>
      {regions.map((region, index) => (
        <Group key={index} gap={6}>
          {regionSides.map((side) => (
            <NumberInput
              key={side}
              w={{ base: 92, sm: 74 }}
              size="xs"
              suffix=" %"
              aria-label={t('region_side', { number: index + 1, side: t(`side.${side}`) })}
              leftSection={<Text size="xs">{t(`side_short.${side}`)}</Text>}
              value={region[side]}
              min={regionLimits[side][0]}
              max={regionLimits[side][1]}
              clampBehavior="none"
              allowNegative={false}
              decimalScale={1}
              hideControls
              disabled={disabled}
              onChange={(value) => replace(index, { ...region, [side]: value })}
            />
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('region_remove', { number: index + 1 })}
            disabled={disabled}
            onClick={() => onChange(regions.toSpliced(index, 1))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        disabled={disabled || regions.length >= MAX_BLUR_REGIONS}
        onClick={() => onChange([...regions, newRegion(regions.length)])}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('region_add')}
      </Button>
    </Stack>
  );
}
