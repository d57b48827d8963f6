import { Badge, Button, Text, Tooltip } from '@mantine/core';
import { endOwnSession } from '@vigil/shared/contract/routes/accounts';
import { useTranslation } from 'react-i18next';
import { sessions } from '../../entities/session/sessions.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { runParallelCountingFailures } from '../../lib/in-parallel.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { BrowserIcon } from './browser-icon.tsx';
import type { SessionGroup } from './session-groups.ts';
import classes from './sessions.module.css';

/** Equal sessions as one device, with a button that ends all of them. */
export function SessionItem({ group, now }: { group: SessionGroup; now: number }) {
  const { t } = useTranslation(['profile', 'common']);
  const { api } = useServices();
  const reread = sessions.useReread();
  const problemText = useProblemText();
  const count = group.ids.length;
  const end = useSingleFlightMutation({
    mutationFn: () =>
      runParallelCountingFailures(group.ids, async (id) => void (await api.call(endOwnSession, { params: { id } }))),
    onSuccess: async ({ failed, firstError }) => {
      await reread();
      if (failed > 0) notifyFailed(problemText(firstError));
      else notifyDone(count > 1 ? t('sessions.ended_all', { count }) : t('sessions.ended'));
    },
  });
  const endText = count > 1 ? t('sessions.end_all', { count }) : t('sessions.end');
  const browser = group.browser === '' ? t('sessions.unknown') : group.browser;
  const name = group.os === 0 ? browser : t('sessions.on', { browser, system: t(`common:os.${group.os}`) });
  const place = group.network === 'unknown' ? group.ip : `${group.ip} · ${t(`sessions.network.${group.network}`)}`;
  return (
    <li>
      <BrowserIcon browser={group.browser} os={group.os} />
      <div className={classes.text}>
        <div className={classes.name}>
          <Text size="sm" fw={580}>
            {name}
          </Text>
          {group.current && (
            <Badge variant="light" color="green" c="var(--state-online)" tt="none">
              {t('sessions.this')}
            </Badge>
          )}
          {count > 1 && (
            <Badge variant="light" color="gray" tt="none">
              {t('sessions.count', { count })}
            </Badge>
          )}
        </div>
        <Text size="xs" c="dimmed">
          {place}
        </Text>
        <Text size="xs" c="dimmed">
          {t('sessions.used')} <Ago at={group.usedAt} now={now} /> · {t('sessions.since')}{' '}
          <Ago at={group.since} now={now} />
        </Text>
      </div>
      {!group.current && (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={`${endText}: ${name} · ${group.ip}`}
          onClick={() => end.mutate()}
        >
          {endText}
        </Button>
      )}
    </li>
  );
}

/** "5 minutes ago", with the exact time on hover and focus. */
function Ago({ at, now }: { at: string; now: number }) {
  const time = useTimeFormat();
  return (
    <Tooltip label={time.second(at)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has to open from the keyboard */}
      <time dateTime={at} tabIndex={0}>
        {time.ago(at, now)}
      </time>
    </Tooltip>
  );
}
