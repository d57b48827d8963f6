import { Button, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { licenceBlockDialog } from '../../entities/session/dialogs.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './dialogs.module.css';

/** The notice that a feature needs a Corporate licence, and who can buy one (spec 1 §6). */
export function LicenceBlockDialog({ request: { feature }, onClose }: DialogProps<typeof licenceBlockDialog>) {
  const { t } = useTranslation(['dialogs', 'common']);
  const { profile, viewer } = useViewer();
  const licence = profile.license.total.primaryProdType;
  return (
    <Dialog title={t('licence.title')} size="sm" onClose={onClose}>
      <div className={classes.message}>
        <IconLock size={22} stroke={1.6} className={classes.warning} aria-hidden="true" />
        <div>
          <Text size="sm" fw={600}>
            {t(`licence.feature.${feature}`)}
          </Text>
          <Text size="sm" mt={4}>
            {licence === '' ? t('licence.none') : t('licence.present', { licence })}
          </Text>
          <Text size="sm" c="dimmed" mt="xs">
            {t(viewer.flags.isAdmin ? 'licence.admin' : 'licence.member')}
          </Text>
        </div>
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('common:ok')}
        </Button>
      </Group>
    </Dialog>
  );
}
