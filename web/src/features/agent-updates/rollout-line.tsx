import { Badge, Button, Group, Progress } from '@mantine/core';
import type { Rollout, RolloutDevice } from '@vigil/shared/contract/http/agent-updates';
import type { RolloutState } from '@vigil/shared/contract/rollout-rules';
import { changeRollout } from '@vigil/shared/contract/routes/devices';
import { MAX_UPDATE_ATTEMPTS, wasGivenUp } from '@vigil/shared/domain/rollouts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useProblemCodeText, useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { notifyFailed } from '../../ui/toasts.ts';
import { rollouts, useRolloutDevices } from './use-agent-updates.ts';
import lines from '../../ui/lines.module.css';
import classes from './agent-updates.module.css';

const colours: { readonly [S in RolloutState]: string } = {
  running: 'blue',
  paused: 'yellow',
  stopped: 'red',
  done: 'green',
};

/** The next share that is offered; the whole group in the end. */
const nextShare = (percent: number): number => (percent < 25 ? 25 : percent < 50 ? 50 : 100);

/** A rollout: how far it is, what an administrator can do with it, and the devices that failed. */
export function RolloutLine({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation('updates');
  const time = useTimeFormat();
  const [isOpen, setIsOpen] = useState(false);
  const [showsLeft, setShowsLeft] = useState(false);
  const { version, device_group_fk, device_group_name, percent, state, reason, counts } = rollout;
  const group = device_group_fk === null && device_group_name === '' ? t('company') : device_group_name;
  const name = t('rollout', { version, group });
  const left = counts.skipped + counts.disabled;
  const part = (count: number) => (counts.share === 0 ? 0 : (count / counts.share) * 100);
  return (
    <li className={lines.line} aria-label={name}>
      <span className={lines.name}>
        <b>{name}</b>
        <small>
          {t('share', { percent, share: counts.share, total: counts.total })} · {rollout.issuer_name} ·{' '}
          {time.minute(rollout.created_at)}
        </small>
      </span>
      <Badge variant="light" tt="none" color={colours[state]}>
        {reason === null ? t(`state.${state}`) : t(`reason.${reason}`)}
      </Badge>
      <RolloutActions rollout={rollout} />
      <Progress.Root className={classes.progress} size="sm" aria-hidden="true">
        <Progress.Section value={part(counts.done + counts.skipped)} color="green" />
        <Progress.Section value={part(counts.failed)} color="red" />
        <Progress.Section value={part(counts.open)} color="blue" />
      </Progress.Root>
      <span className={lines.dim}>
        {t('counts', { done: counts.done, open: counts.open, waiting: counts.waiting })}
      </span>
      {counts.failed > 0 && (
        <Button size="compact-xs" variant="subtle" color="red" onClick={() => setIsOpen(!isOpen)}>
          {t('failures', { count: counts.failed })}
        </Button>
      )}
      {left > 0 && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setShowsLeft(!showsLeft)}>
          {t('left_out', { count: left })}
        </Button>
      )}
      {isOpen && <Failures rollout={rollout} />}
      {showsLeft && <LeftOut rollout={rollout} />}
    </li>
  );
}

function RolloutActions({ rollout: { pk, state, percent } }: { rollout: Rollout }) {
  const { t } = useTranslation('updates');
  const call = rollouts.useChange();
  const problemText = useProblemText();
  const change = useSingleFlightMutation({
    mutationFn: (body: { action?: 'pause' | 'resume' | 'stop'; percent?: number }) =>
      call(changeRollout, { params: { pk: String(pk) }, body }),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const share = nextShare(percent);
  const button = (text: string, body: Parameters<typeof change.mutate>[0]) => (
    <Button size="compact-xs" variant="default" loading={change.isPending} onClick={() => change.mutate(body)}>
      {text}
    </Button>
  );
  return (
    <Group gap="xs">
      {state !== 'stopped' && percent < 100 && button(t('raise', { percent: share }), { percent: share })}
      {state === 'running' && button(t('pause'), { action: 'pause' })}
      {state === 'paused' && button(t('resume'), { action: 'resume' })}
      {(state === 'running' || state === 'paused') && button(t('stop'), { action: 'stop' })}
    </Group>
  );
}

/** The devices of a rollout are read again when one of them has failed or is left out. */
const seenOf = ({ failed, skipped }: Rollout['counts']): string => `${failed} ${skipped}`;

/** The devices that take no part, by the reason: how many, and which. */
function LeftOut({ rollout: { pk, counts } }: { rollout: Rollout }) {
  const { t } = useTranslation('updates');
  const codeText = useProblemCodeText();
  const { data = [] } = useRolloutDevices(pk, seenOf(counts));
  const skipped = data.filter(({ state }) => state === 'skipped');
  return (
    <ul className={classes.failures}>
      {[...Map.groupBy(skipped, ({ reason }) => reason ?? '')].map(([reason, devices]) => (
        <li key={reason}>
          {wasGivenUp(reason)
            ? t('given_up', { count: MAX_UPDATE_ATTEMPTS, reason: codeText(reason) })
            : codeText(reason)}{' '}
          <span className={lines.dim}>
            {t('devices', { count: devices.length })} ({firstNames(devices)})
          </span>
        </li>
      ))}
    </ul>
  );
}

const SHOWN_NAMES = 20;

const firstNames = (devices: readonly RolloutDevice[]): string => {
  const names = devices.slice(0, SHOWN_NAMES).map(({ device_alias }) => device_alias);
  return [...names, ...(devices.length > SHOWN_NAMES ? ['…'] : [])].join(', ');
};

function Failures({ rollout: { pk, counts } }: { rollout: Rollout }) {
  const codeText = useProblemCodeText();
  const { data = [] } = useRolloutDevices(pk, seenOf(counts));
  return (
    <ul className={classes.failures}>
      {data
        .filter(({ state }) => state === 'failed')
        .map(({ device_pk, device_alias, reason }) => (
          <li key={device_pk}>
            {device_alias} <span className={classes.failed}>{reason === null ? '' : codeText(reason)}</span>
          </li>
        ))}
    </ul>
  );
}
