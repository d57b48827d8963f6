import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { sandboxedHtmlDialog } from '../../ui/dialogs.ts';
import classes from './dialogs.module.css';

/**
 * The hidden frame of spec 1 §2: shows given HTML as a document of its own. The sandbox without exceptions stops its
 * scripts, forms and links, and gives it no access to this page; the content security policy of the page holds in it,
 * too.
 */
export function SandboxedHtmlDialog({ request: { title, html }, onClose }: DialogProps<typeof sandboxedHtmlDialog>) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <iframe className={classes.frame} title={title} sandbox="" referrerPolicy="no-referrer" srcDoc={html} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
      </Group>
    </Dialog>
  );
}
