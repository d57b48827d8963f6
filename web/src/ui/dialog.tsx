import { Modal, type MantineSize } from '@mantine/core';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps {
  title: ReactNode;
  size: MantineSize;
  onClose: () => void;
  children: ReactNode;
}

/** Spec 1 §9: then the field of a dialog gets the focus, even if the opening control took it back. */
const FOCUS_AFTER_MS = 600;

/** One dialog may open another; only the topmost handles the keyboard. */
export const IsTopDialog = createContext(true);

/** A dialog with a title, closed by Escape and by a labelled button. */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const isTop = use(IsTopDialog);
  const body = useRef<HTMLDivElement>(null);
  useLateFocus(body, isTop);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnEscape={isTop}
      trapFocus={isTop}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Its heading is not a second banner landmark.
      attributes={{ header: { role: 'none' } }}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}

/** Keeps the focus if it is already inside the dialog. */
function useLateFocus(body: React.RefObject<HTMLDivElement | null>, isTop: boolean): void {
  useEffect(() => {
    if (!isTop) return;
    const timer = setTimeout(() => {
      const wanted = body.current?.querySelector<HTMLElement>('input[data-autofocus], textarea[data-autofocus]');
      if (wanted && !body.current?.contains(document.activeElement)) wanted.focus();
    }, FOCUS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [body, isTop]);
}
