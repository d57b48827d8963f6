import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const layouts = ['device', 'own'] as const;
/**
 * Whether keys count by their position, so that the layout of the device applies, or by the sign that the viewer's own
 * has on them.
 */
export type KeyboardLayout = (typeof layouts)[number];

interface LayoutSelectProps {
  layout: KeyboardLayout;
  onLayout: (layout: KeyboardLayout) => void;
}

export function LayoutSelect({ layout, onLayout }: LayoutSelectProps) {
  const { t } = useTranslation('viewer');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('layout')}
      title={t('layout_help')}
      value={layout}
      data={layouts.map((value) => ({ value, label: t(`layout_${value}`) }))}
      onChange={({ currentTarget: { value } }) => onLayout(layouts.find((one) => one === value) ?? 'device')}
    />
  );
}
