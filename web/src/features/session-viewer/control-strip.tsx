import { Button, Popover, Text, TextInput } from '@mantine/core';
import { MAX_TAKE_REASON } from '@vigil/shared/contract/remote-desktop/limits';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ViewerAction } from './viewer-action.ts';
import { isInControl, type ControlNews, type ViewerState } from './viewer-session.ts';
import classes from './viewer.module.css';

interface ControlStripProps {
  state: Pick<ViewerState, 'phase' | 'control' | 'news' | 'access'>;
  onSend: (action: ViewerAction) => void;
}

/** Who sees the desktop and who is in control, and how the control is asked for, given and taken. */
export function ControlStrip({ state, onSend }: ControlStripProps) {
  const { t } = useTranslation('viewer');
  const { control, news, access } = state;
  if (control === null || access === null) return null;
  const nameOf = (id: number | null) => control.viewers.find((viewer) => viewer.id === id)?.name ?? '';
  const { rights } = access.grant;
  const isHolder = isInControl(state);
  const hasAsked = control.requester === control.you;
  const holderText = (): string => {
    if (control.holder === null) return t('nobody');
    if (isHolder) return t('you_hold');
    const name = nameOf(control.holder);
    // Who has lost the connection is no viewer now, and may come back within seconds.
    return name === '' ? t('holder_away') : t('holder', { name });
  };
  return (
    <section className={classes.control} aria-label={t('viewers')}>
      <Text size="sm" fw={600}>
        {holderText()}
      </Text>
      <ul className={classes.people}>
        {control.viewers.map(({ id, name }) => (
          <li key={id} data-holder={id === control.holder || undefined}>
            {id === control.you ? t('you', { name }) : name}
          </li>
        ))}
      </ul>
      {rights.includes('input') && !isHolder && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={control.requester !== null}
          onClick={() => onSend({ t: 'request' })}
        >
          {t(hasAsked ? 'asked' : 'ask')}
        </Button>
      )}
      {!rights.includes('input') && <Text size="sm">{t('only_view')}</Text>}
      {rights.includes('take') && !isHolder && control.holder !== null && <TakeOver onSend={onSend} />}
      {isHolder && control.requester !== null && (
        <div className={classes.request} role="alert">
          <Text size="sm">{t('request', { name: nameOf(control.requester) })}</Text>
          <Button size="compact-sm" onClick={() => onSend({ t: 'grant' })}>
            {t('give')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onSend({ t: 'refuse' })}>
            {t('refuse')}
          </Button>
        </div>
      )}
      {control.is_locked === true && (
        <Text size="sm" role="status">
          {t('input_locked')}
        </Text>
      )}
      {control.is_local === true && (
        <Text size="sm" role="status">
          {t('local_hand')}
        </Text>
      )}
      {news !== null && <News news={news} />}
    </section>
  );
}

const newsTexts = { refused: 'was_refused', not_locked: 'not_locked' } as const;

function News({ news }: { news: ControlNews }) {
  const { t } = useTranslation('viewer');
  return (
    <Text size="sm" role="status">
      {news.t === 'taken' ? t('taken', { name: news.by, reason: news.reason }) : t(newsTexts[news.t])}
    </Text>
  );
}

function TakeOver({ onSend }: Pick<ControlStripProps, 'onSend'>) {
  const { t } = useTranslation('viewer');
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const take = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return;
    onSend({ t: 'take', reason: reason.trim() });
    setIsOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withinPortal={false}>
      <Popover.Target>
        <Button size="compact-sm" variant="default" onClick={() => setIsOpen(!isOpen)}>
          {t('take')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={take} className={classes.form}>
          <TextInput
            label={t('reason')}
            description={t('reason_help')}
            maxLength={MAX_TAKE_REASON}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit" size="compact-sm" disabled={reason.trim() === ''}>
            {t('take')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
