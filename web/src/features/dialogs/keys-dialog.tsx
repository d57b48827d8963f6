import { Title } from '@mantine/core';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { keysDialog } from '../../ui/dialogs.ts';
import { KeyTable } from '../../ui/key-table.tsx';

export function KeysDialog({ request: { title, sections }, onClose }: DialogProps<typeof keysDialog>) {
  return (
    <Dialog title={title} size="md" onClose={onClose}>
      {sections.map((section) => (
        <section key={section.title}>
          <Title order={3} size="h6" mt="sm">
            {section.title}
          </Title>
          <KeyTable lines={section.lines} />
        </section>
      ))}
    </Dialog>
  );
}
