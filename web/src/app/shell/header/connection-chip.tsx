import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../../entities/session/use-time-format.ts';
import { useConnectionStatus } from '../../../live/use-fleet.ts';
import classes from './header.module.css';

interface ChipTexts {
  text: string;
  small?: string;
  hint: string;
}

/** The state of the link to the server, and what it means for the screen. */
export function ConnectionChip() {
  const state = useConnectionStatus();
  const { text, small, hint } = useChipTexts();
  return (
    <Tooltip label={hint} multiline maw={280}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has to open from the keyboard */}
      <span className={classes.chip} data-kind={state.kind} data-reason={state.reason} role="status" tabIndex={0}>
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
  const state = useConnectionStatus();
  switch (state.kind) {
    case 'connecting':
      return { text: t('link.connecting'), hint: t('link.connecting_hint') };
    case 'live': {
      const ms = state.latencyMs;
      return { text: t('link.live'), hint: t('link.live_hint', { ms }) };
    }
    case 'polling': {
      const seconds = state.everyMs / 1_000;
      const hint = t('link.polling_hint', { seconds, time: time.clock(state.at) });
      return { text: t('link.polling'), small: `${seconds} s`, hint };
    }
    case 'offline': {
      const since = time.clock(state.since);
      return { text: t('link.offline', { time: since }), hint: t('link.offline_hint', { time: since }) };
    }
  }
}
