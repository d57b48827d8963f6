import { useTranslation } from 'react-i18next';
import { CommandStateLabel } from '../../entities/command/command-state.tsx';
import { useCommandMessage } from '../../entities/command/use-command-message.ts';
import type { CommandBatchItem } from '../../live/command-batch-store.ts';
import { DeviceLines, ReasonText } from './device-lines.tsx';

/** The devices of a batch, with the states of their commands, the reasons of failures, and the senders of wakes. */
export function BatchLines({ lines }: { lines: readonly CommandBatchItem[] }) {
  const { t } = useTranslation('commands');
  const messageText = useCommandMessage();
  const noteOf = ({ message, senders = [] }: CommandBatchItem): string => {
    const notes = message === null ? [] : [messageText(message)];
    if (senders.length > 0) notes.push(t('sent_by', { names: senders.join(', ') }));
    return notes.join(' · ');
  };
  return (
    <DeviceLines lines={lines} keyOf={({ id }) => id}>
      {(line) => {
        const note = noteOf(line);
        return (
          <>
            <span>{line.alias}</span>
            {note !== '' && <ReasonText text={note} />}
            <CommandStateLabel state={line.state} percent={line.percent} />
          </>
        );
      }}
    </DeviceLines>
  );
}
