import { Badge } from '@mantine/core';
import type { Ticket } from '@vigil/shared/contract/http/tickets';
import { useTranslation } from 'react-i18next';

const colours: { readonly [S in Ticket['state']]: string } = {
  0: 'yellow',
  1: 'yellow',
  2: 'green',
  3: 'blue',
  4: 'red',
  10: 'gray',
};

/** The state in words; the colour only repeats it. */
export function TicketState({ state }: Pick<Ticket, 'state'>) {
  const { t } = useTranslation('tickets');
  return (
    // A word that is cut off tells no state: the column is as wide as its longest one.
    <Badge variant="light" tt="none" miw="max-content" color={colours[state]} c="var(--mantine-color-text)">
      {t(`state.${state}`)}
    </Badge>
  );
}
