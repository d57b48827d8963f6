import { Pill } from '@mantine/core';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TagField } from '../../entities/device/tag-field.tsx';
import { useDeviceFieldDenial } from '../../entities/device/use-device-field-denial.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import classes from './detail.module.css';

/** The tags of the device; each change is saved at once. */
export function EditableDetailTags({ device }: { device: FleetDevice }) {
  const { t } = useTranslation(['detail', 'devices']);
  const reasonFor = useDeviceFieldDenial();
  const { shown, error, save } = useSavedTags(device);
  if (reasonFor('tags') !== null) {
    if (device.tags.length === 0) return null;
    return (
      <ul className={classes.tags} aria-label={t('devices:column.tags')}>
        {device.tags.map((tag) => (
          <Pill key={tag} component="li" size="sm">
            {tag}
          </Pill>
        ))}
      </ul>
    );
  }
  return (
    <TagField
      aria-label={t('edit_tags')}
      placeholder={t('add_tag')}
      size="xs"
      variant="unstyled"
      classNames={{ input: classes.tagField }}
      value={shown}
      onChange={save}
      error={error}
    />
  );
}

/** What was typed is shown while it is saved; what is typed meanwhile is saved after it. */
function useSavedTags({ pk, tags }: { pk: DevicePk; tags: readonly string[] }) {
  const { tag } = useDeviceMutations();
  const problemText = useProblemText();
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const wanted = useRef<readonly string[] | null>(null);

  const send = async () => {
    let known = tags;
    try {
      for (let next = wanted.current; next !== null; next = wanted.current) {
        known = await tag(pk, next, known);
        if (wanted.current === next) wanted.current = null;
      }
    } catch (cause) {
      wanted.current = null;
      setError(problemText(cause));
    }
    setDraft(null);
  };
  const save = (next: readonly string[]) => {
    const isSending = wanted.current !== null;
    wanted.current = next;
    setDraft(next);
    setError(null);
    if (!isSending) void send();
  };
  return { shown: draft ?? tags, error, save };
}
