import { Checkbox, Text } from '@mantine/core';
import type { UnknownAgent } from '@vigil/shared/contract/http/unknown-agents';
import type { UnknownAgentPk } from '@vigil/shared/contract/ids';
import { readmitUnknownAgents } from '@vigil/shared/contract/routes/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { unknownAgentsDialog } from '../../entities/device/dialogs.ts';
import { unknownAgents } from '../../entities/device/unknown-agents.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import classes from './unknown-agents-dialog.module.css';

/** As many as one request takes in (`MAX_READMITTED_AGENTS`). */
const SHOWN = 200;

/** Lists agents that these servers do not know, and takes those that are chosen in again. */
export function UnknownAgentsDialog({ onClose }: DialogProps<typeof unknownAgentsDialog>) {
  const { t } = useTranslation('devices');
  const problemText = useProblemText();
  const { data } = unknownAgents.usePage({ limit: SHOWN });
  const change = unknownAgents.useChange();
  const [leftOut, setLeftOut] = useState<ReadonlySet<UnknownAgentPk>>(new Set());
  const agents = data?.objects ?? [];
  const chosen = agents.flatMap(({ pk }) => (leftOut.has(pk) ? [] : [pk]));
  const readmit = useSingleFlightMutation({
    mutationFn: () => change(readmitUnknownAgents, { body: { pks: chosen } }),
    onSuccess: ({ objects }) => {
      notifyDone(t('unknown.done', { count: objects.length }));
      onClose();
    },
  });
  const toggle = (pk: UnknownAgentPk) => {
    const next = new Set(leftOut);
    if (!next.delete(pk)) next.add(pk);
    setLeftOut(next);
  };
  return (
    <Dialog title={t('unknown.count', { count: data?.meta.total_count ?? 0 })} size="lg" onClose={onClose}>
      <Text size="sm" mb="sm">
        {t('unknown.text')}
      </Text>
      {readmit.error && <FormMessage kind="refused">{problemText(readmit.error)}</FormMessage>}
      <ul className={classes.list}>
        {agents.map((agent) => (
          <li key={agent.pk}>
            <Entry agent={agent} isChosen={!leftOut.has(agent.pk)} onToggle={() => toggle(agent.pk)} />
          </li>
        ))}
      </ul>
      <DialogFooter
        submit={t('unknown.submit', { count: chosen.length })}
        isPending={readmit.isPending}
        isDisabled={chosen.length === 0}
        onSubmit={() => readmit.mutate()}
        onClose={onClose}
      />
    </Dialog>
  );
}

function Entry({ agent, isChosen, onToggle }: { agent: UnknownAgent; isChosen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('devices');
  const time = useTimeFormat();
  const { guid, name, mac_addr, s_pri_ip, s_pub_ip, user_os_str, last_seen } = agent;
  const facts = [mac_addr, s_pri_ip, s_pub_ip, user_os_str, t('unknown.seen', { time: time.minute(last_seen) })];
  return (
    <Checkbox
      checked={isChosen}
      onChange={onToggle}
      label={name || guid}
      description={facts.filter((fact) => fact !== '').join(' · ')}
    />
  );
}
