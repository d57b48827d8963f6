import { defineDialog } from '../lib/dialog-stack.ts';
import type { KeyLine } from './key-table.tsx';

/** A button of an action dialog; the dialog closes before it runs. */
export interface DialogAction {
  label: string;
  primary?: boolean;
  run: () => void;
}

/** The text field of a confirm dialog (spec 1 §5). */
export interface ConfirmTextField {
  label: string;
  initial?: string;
  /** Whether it may be left empty. */
  nullable?: boolean;
  /** Maximum number of characters; shown with a counter. */
  limit?: number;
  /** Rendered as a password field. */
  secret?: boolean;
}

interface TextRequest {
  title: string;
  text: string;
}

export const warningDialog = defineDialog<TextRequest>();

export const choiceDialog = defineDialog<
  TextRequest & {
    /** For `closeDialogAtom`. */
    id?: string;
    actions: readonly DialogAction[];
    onDismiss?: () => void;
  }
>();

export const confirmationDialog = defineDialog<
  TextRequest & {
    submit: string;
    danger?: boolean;
    /** The names of what it concerns. */
    items?: readonly string[];
    /** The number of devices that it concerns, which has to be typed beyond the company's limit. */
    count?: number;
    input?: ConfirmTextField;
    /** Receives the typed text, empty without an input. The dialog shows the error that it throws. */
    onConfirm: (text: string) => Promise<void>;
  }
>();

/** The keys of the console, by where they are pressed. */
export const keysDialog = defineDialog<{
  title: string;
  sections: readonly { readonly title: string; readonly lines: readonly KeyLine[] }[];
}>();

/** Shows a document in a frame of its own, in which no script runs. */
export const sandboxedHtmlDialog = defineDialog<{ title: string; html: string }>();
