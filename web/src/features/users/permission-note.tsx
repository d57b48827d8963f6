import { Text } from '@mantine/core';
import type { PermissionName } from '@vigil/shared/contract/names';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { abilitiesOfPermission } from './permission-groups.ts';

interface PermissionNoteProps {
  name: PermissionName;
  /** Where the label of the control begins, in pixels. */
  indent: number;
  /** The control, described by the note with this id. */
  children: (describedBy: string | undefined) => ReactNode;
}

/** Says below a permission what it comes to, where its name does not. */
export function PermissionNote({ name, indent, children }: PermissionNoteProps) {
  const { t } = useTranslation('users');
  const id = useId();
  const abilities = abilitiesOfPermission[name];
  if (abilities === undefined) return children(undefined);
  return (
    <div>
      {children(id)}
      <Text id={id} size="xs" c="dimmed" pl={indent}>
        {abilities.map((ability) => t(`permissions.does.${ability}`)).join(' · ')}
      </Text>
    </div>
  );
}
