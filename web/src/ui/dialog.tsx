import { Modal, type MantineSize } from '@mantine/core';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps {
  title: ReactNode;
  size: MantineSize;
  onClose: () => void;
  children: ReactNode;
}

/** Spec 1 §9: by then the field of a dialog has the focus, also where what opened it took the focus back. */
const FOCUS_AFTER_MS = 600;

/** One dialog may open another, and only the one on top hears the keyboard. */
export const IsTopDialog = createContext(true);

/** A dialog of the product: named, closed by Escape and by a button that says so. */
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
      // Its heading is not another banner of the page.
      attributes={{ header: { role: 'none' } }}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}

/** Whoever is already in the dialog stays where they are. */
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
