import { NativeSelect } from '@mantine/core';
import { pictureQualities, type PictureQuality } from '@vigil/shared/contract/remote-desktop/picture-qualities';
import { useTranslation } from 'react-i18next';

interface QualitySelectProps {
  quality: PictureQuality;
  onQuality: (quality: PictureQuality) => void;
}

/** Whether pictures come sharp or soon, where the network is slow. */
export function QualitySelect({ quality, onQuality }: QualitySelectProps) {
  const { t } = useTranslation('viewer');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('quality')}
      value={quality}
      data={pictureQualities.map((value) => ({ value, label: t(`quality_${value}`) }))}
      onChange={({ currentTarget: { value } }) => onQuality(pictureQualities.find((one) => one === value) ?? 'auto')}
    />
  );
}
