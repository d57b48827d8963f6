import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const kinds = {
  refused: { color: 'red', role: 'alert', icon: <IconAlertCircle /> },
  done: { color: 'green', role: 'status', icon: <IconCircleCheck /> },
  note: { color: 'gray', role: 'status', icon: <IconInfoCircle /> },
} as const;

/** The result of submitting a form, shown above it. */
export function FormMessage({ kind, children }: { kind: keyof typeof kinds; children: ReactNode }) {
  const { color, role, icon } = kinds[kind];
  return (
    <Alert color={color} variant="light" role={role} icon={icon}>
      {children}
    </Alert>
  );
}
