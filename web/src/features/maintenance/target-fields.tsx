import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TagField } from '../../entities/device/tag-field.tsx';
import { useGroupChoice } from '../../entities/group/use-group-choice.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { TargetKind, WindowDraft } from './window-draft.ts';

interface TargetFieldsProps {
  draft: WindowDraft;
  /** Whether it was sent without one. */
  isMissing: boolean;
  onChange: (changed: Partial<WindowDraft>) => void;
}

/** Which devices. Tags and all devices are for administrators; single devices come from where the dialog was opened. */
export function TargetFields({ draft, isMissing, onChange }: TargetFieldsProps) {
  const { t } = useTranslation('maintenance');
  const { isAdmin } = useViewer().viewer.flags;
  const { options } = useGroupChoice();
  const { kind, devices, group, tags } = draft;
  const kinds: TargetKind[] = [
    ...(devices.length > 0 ? (['devices'] as const) : []),
    'group',
    ...(isAdmin ? (['tags', 'all'] as const) : []),
  ];
  const error = isMissing ? t('target_missing') : null;
  return (
    <Stack gap="xs">
      {kinds.length > 1 && (
        <SegmentedControl
          aria-label={t('column.target')}
          data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind}
          onChange={(value) => onChange({ kind: value })}
        />
      )}
      {kind === 'devices' && <Text size="sm">{t('target.devices', { count: devices.length })}</Text>}
      {kind === 'all' && <Text size="sm">{t('target.all')}</Text>}
      {kind === 'group' && (
        <Select
          label={t('kind.group')}
          description={t('group_text')}
          data={options}
          value={group}
          onChange={(value) => onChange({ group: value })}
          error={error}
          limit={100}
          searchable
        />
      )}
      {kind === 'tags' && (
        <TagField label={t('kind.tags')} value={tags} onChange={(value) => onChange({ tags: value })} error={error} />
      )}
    </Stack>
  );
}
