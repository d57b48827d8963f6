import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useViewer } from '../session/viewer.ts';

export interface BulkConfirmation {
  readonly mustType: boolean;
  /** Whether the action may start: nothing has to be typed, or the right number was. */
  readonly isConfirmed: boolean;
  /** For the request. */
  readonly confirm: number | undefined;
  readonly typed: string | number;
  readonly setTyped: (typed: string | number) => void;
}

/**
 * The number of devices has to be typed beyond the company's limit, so that one wrong click does not reboot a building.
 * The limit may have been lowered since the profile was read: the server's answer counts, too.
 */
export function useBulkConfirmation(count: number, lastError: unknown = null): BulkConfirmation {
  const { profile } = useViewer();
  const [typed, setTyped] = useState<string | number>('');
  const isAsked = isApiProblem(lastError) && lastError.code === 'confirm_required';
  const mustType = count > 1 && (isAsked || count > profile.bulk_confirm_over);
  const isConfirmed = !mustType || typed === count;
  // An action on one device names it.
  const confirm = (mustType && isConfirmed) || count === 1 ? count : undefined;
  return { mustType, isConfirmed, confirm, typed, setTyped };
}

/** The field for the number, if it has to be typed. */
export function BulkConfirmationField({ count, confirmation }: { count: number; confirmation: BulkConfirmation }) {
  const { t } = useTranslation('commands');
  if (!confirmation.mustType) return null;
  return (
    <NumberInput
      mt="md"
      label={t('confirm_type', { count })}
      value={confirmation.typed}
      onChange={confirmation.setTyped}
      hideControls
      data-autofocus
    />
  );
}
