import { Button } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { passwordDialog } from '../../entities/session/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { Section } from '../../ui/page.tsx';

export function PasswordSection() {
  const { t } = useTranslation('profile');
  const openDialog = useSetAtom(openDialogAtom);
  return (
    <Section
      title={t('person.password')}
      text={t('password.text')}
      tools={
        <Button variant="default" onClick={() => openDialog(passwordDialog({}))}>
          {t('password.change')}
        </Button>
      }
    />
  );
}
