import { useTimeout } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/copy-text.ts';
import { notifyFailed } from './toasts.ts';

const SHOWN_MS = 2_000;

interface CopyToClipboardProps {
  /** The text, or what makes it when it is copied; null where it could not be made, which has been said. */
  value: string | (() => Promise<string | null>);
  /** Draws the button; `copied` is true for a moment after the text was copied. */
  children: (state: { copied: boolean; copy: () => void }) => ReactNode;
}

/** Copies a text, also outside secure contexts, and says so when the browser refuses. */
export function ProvideClipboardCopy({ value, children }: CopyToClipboardProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), SHOWN_MS);
  const copy = async () => {
    const text = typeof value === 'string' ? value : await value();
    if (text === null) return;
    if (await copyText(text)) {
      setCopied(true);
      start();
    } else notifyFailed(t('copy_failed'));
  };
  return children({ copied, copy: () => void copy() });
}
