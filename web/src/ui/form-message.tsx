import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const kinds = {
  refused: { color: 'red', role: 'alert', icon: <IconAlertCircle /> },
  done: { color: 'green', role: 'status', icon: <IconCircleCheck /> },
  note: { color: 'gray', role: 'status', icon: <IconInfoCircle /> },
} as const;

/** What became of the form that it stands above. */
export function FormMessage({ kind, children }: { kind: keyof typeof kinds; children: ReactNode }) {
  const { color, role, icon } = kinds[kind];
  return (
    <Alert color={color} variant="light" role={role} icon={icon}>
      {children}
    </Alert>
  );
}
