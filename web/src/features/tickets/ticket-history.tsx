import { Title } from '@mantine/core';
import type { TicketStep } from '@vigil/shared/contract/http/tickets';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import classes from './tickets.module.css';

/** What happened to a ticket, in its order. */
export function TicketHistory({ steps }: { steps: readonly TicketStep[] }) {
  const { t } = useTranslation('tickets');
  const time = useTimeFormat();
  return (
    <section>
      <Title order={3} fz="sm" mt="lg" mb={6}>
        {t('history')}
      </Title>
      <ol className={classes.history}>
        {steps.map((step) => (
          <li key={`${step.at} ${step.move ?? ''}`}>
            {t(`move.${step.move ?? 'request'}`)}
            <small>
              {step.actor_name === '' ? t('system') : step.actor_name} · {time.second(step.at)}
            </small>
            {step.note !== '' && <p>{step.note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
