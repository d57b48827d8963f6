import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLinkStatus } from '../../live/use-fleet.ts';
import classes from './header.module.css';

interface ChipTexts {
  text: string;
  small?: string;
  hint: string;
}

/** Which of Live, Polling and Offline the screen is in, and what that means. */
export function ConnectionChip() {
  const status = useLinkStatus();
  const { text, small, hint } = useChipTexts();
  return (
    <Tooltip label={hint} multiline maw={280}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has to open from the keyboard */}
      <span className={classes.chip} data-kind={status.kind} role="status" tabIndex={0}>
        <i aria-hidden="true" />
        {text}
        {small !== undefined && <small>{small}</small>}
      </span>
    </Tooltip>
  );
}

function useChipTexts(): ChipTexts {
  const { t } = useTranslation('shell');
  const time = useTimeFormat();
  const status = useLinkStatus();
  switch (status.kind) {
    case 'connecting':
      return { text: t('link.connecting'), hint: t('link.connecting_hint') };
    case 'live': {
      const ms = status.latencyMs;
      return { text: t('link.live'), small: t('link.latency', { ms }), hint: t('link.live_hint', { ms }) };
    }
    case 'polling':
      return { text: t('link.polling'), small: '12 s', hint: t('link.polling_hint', { time: time.clock(status.at) }) };
    case 'offline': {
      const since = time.clock(status.since);
      return { text: t('link.offline', { time: since }), hint: t('link.offline_hint', { time: since }) };
    }
  }
}
