import { Modal, type MantineSize } from '@mantine/core';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keepToastsBelow } from './use-toasts-below-ref.ts';

interface DialogProps {
  title: ReactNode;
  size: MantineSize | 'wide';
  /** Shows what is nowhere to be had again: Escape and a click beside it leave it open, only its buttons close it. */
  closesOnlyByButtons?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** For an image. */
const WIDE = '72rem';

/** Spec 1 §9: then what a dialog begins with gets the focus, even if the opening control took it back. */
const FOCUS_AFTER_MS = 600;

/**
 * The second click of a double click is meant for what the first one has hit, not for the backdrop that appeared
 * between them.
 */
const BACKDROP_AFTER_MS = 500;

/** One dialog may open another; only the topmost handles the keyboard. */
export const IsTopDialogContext = createContext(true);

/** A dialog with a title, closed by Escape and by a labelled button. */
export function Dialog({ title, size, closesOnlyByButtons = false, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const isTop = use(IsTopDialogContext);
  const body = useRef<HTMLDivElement>(null);
  useLateFocus(body, isTop);
  useFocusReturn();
  const hasBackdrop = useLater(BACKDROP_AFTER_MS);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size === 'wide' ? WIDE : size}
      closeOnEscape={isTop && !closesOnlyByButtons}
      closeOnClickOutside={hasBackdrop && !closesOnlyByButtons}
      trapFocus={isTop}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Its heading is not a second banner landmark.
      attributes={{ header: { role: 'none' } }}
    >
      <div
        ref={(node) => {
          body.current = node;
          if (node) markFocus(node);
        }}
      >
        {children}
      </div>
      <span ref={keepToastsBelowHead} hidden />
    </Modal>
  );
}

/** The button that closes the dialog stays in sight while a toast is shown. */
function keepToastsBelowHead(inside: HTMLElement | null): (() => void) | undefined {
  const head = inside?.closest('section')?.querySelector('header');
  return head ? keepToastsBelow(head) : undefined;
}

/** False at first, true after some time. */
function useLater(ms: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}

/**
 * Without a mark of its own, a dialog begins with its first field, or else with its main action, which is its last
 * button.
 */
function markFocus(body: HTMLElement): void {
  if (body.querySelector('[data-autofocus]') !== null) return;
  const field = body.querySelector('input:not([type="hidden"]), textarea');
  const main = [...body.querySelectorAll('button.mantine-Button-root')].at(-1);
  (field ?? main)?.setAttribute('data-autofocus', 'true');
}

/**
 * Gives the focus back to what had it, for those who work with the keyboard; the library does so only for dialogs that
 * stay mounted.
 */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  const [byKeyboard] = useState(() => opener?.matches(':focus-visible') === true);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (byKeyboard && isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener, byKeyboard],
  );
}

/**
 * Keeps the focus if it is already inside the dialog, or was: the button that was pressed loses it while it is
 * disabled.
 */
function useLateFocus(body: React.RefObject<HTMLDivElement | null>, isTop: boolean): void {
  useEffect(() => {
    const content = body.current;
    if (!isTop || content === null) return;
    const timer = setTimeout(() => {
      const wanted = content.querySelector<HTMLElement>('[data-autofocus]');
      if (wanted && !content.contains(document.activeElement)) wanted.focus();
    }, FOCUS_AFTER_MS);
    const stop = () => clearTimeout(timer);
    content.addEventListener('pointerdown', stop);
    content.addEventListener('keydown', stop);
    return () => {
      stop();
      content.removeEventListener('pointerdown', stop);
      content.removeEventListener('keydown', stop);
    };
  }, [body, isTop]);
}
