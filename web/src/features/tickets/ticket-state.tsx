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

/** A server of a later version may have further ones. */
const isKnown = (state: number): state is Ticket['state'] => Object.hasOwn(colours, state);

/** The state in words; the colour only repeats it. */
export function TicketState({ state }: Pick<Ticket, 'state'>) {
  const { t } = useTranslation('tickets');
  return (
    // A word that is cut off tells no state: the column is as wide as its longest one.
    <Badge
      variant="light"
      tt="none"
      miw="max-content"
      color={isKnown(state) ? colours[state] : 'gray'}
      c="var(--mantine-color-text)"
    >
      {t(isKnown(state) ? `state.${state}` : 'state.unknown')}
    </Badge>
  );
}
