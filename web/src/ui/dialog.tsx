import { Modal, type MantineSize } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps {
  title: string;
  size: MantineSize;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog of the product: named, closed by Escape and by a button that says so. */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Its heading is not another banner of the page.
      attributes={{ header: { role: 'none' } }}
    >
      {children}
    </Modal>
  );
}
