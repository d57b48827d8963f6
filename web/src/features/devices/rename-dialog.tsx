import { useTranslation } from 'react-i18next';
import type { renameDialog } from '../../entities/device/dialogs.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useDeviceChanges } from '../../entities/device/use-device-changes.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { notifyDone } from '../../ui/notify.ts';
import { TextDialog } from '../../ui/text-dialog.tsx';

/** Spec 2 §9. */
const ALIAS_LIMIT = 64;

export function RenameDialog({ request: { pk }, onClose }: DialogProps<typeof renameDialog>) {
  const { t } = useTranslation('devices');
  const { update } = useDeviceChanges();
  const alias = useDevice(pk)?.alias ?? '';
  const rename = async (next: string) => {
    await update(pk, { alias: next });
    notifyDone(t('renamed'));
  };
  return (
    <TextDialog
      title={t('rename_title')}
      label={t('rename_field')}
      initial={alias}
      limit={ALIAS_LIMIT}
      onSubmit={rename}
      onClose={onClose}
    />
  );
}
