import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { usePageTitle } from '../../lib/page-title.ts';
import { useServices } from '../../lib/services.ts';
import { createFramePainter } from './frame-painter.ts';
import { listenToInput } from './screen-input.ts';
import { createSessionReports } from './session-reports.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { FIRST_STATE, ViewerSession } from './viewer-session.ts';
import { ViewerNote } from './viewer-note.tsx';
import { ControlStrip } from './control-strip.tsx';
import type { ViewerAction } from './viewer-action.ts';
import classes from './viewer.module.css';

/** The desktop of a device, seen and used in a tab of its own. */
export function SessionViewerPage() {
  const { t } = useTranslation('viewer');
  const { id = '' } = useParams();
  const { api } = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  const session = useRef<ViewerSession>(null);
  const [state, setState] = useState(FIRST_STATE);
  const [isFit, setIsFit] = useState(true);
  const name = state.access?.device_name ?? '';

  useEffect(() => {
    // Opened once a page load: the secret opens the session once.
    if (canvas.current === null || session.current !== null) return;
    const [reports, painter] = [createSessionReports(api, id as RemoteSessionId), createFramePainter(canvas.current)];
    const opened = new ViewerSession({ reports, painter, onChange: setState });
    session.current = opened;
    opened.start();
    listenToInput(canvas.current, (action) => opened.send(action), new AbortController().signal);
  }, [api, id]);

  usePageTitle(name === '' ? t('title') : `${name} – ${t('title')}`);

  useEffect(() => {
    if (state.phase === 'viewing') canvas.current?.focus();
  }, [state.phase]);

  const send = (action: ViewerAction) => session.current?.send(action);
  return (
    <div className={classes.viewer}>
      <ViewerBar state={state} isFit={isFit} onFit={setIsFit} onSend={send} onEnd={() => session.current?.end()} />
      {state.phase === 'viewing' && <ControlStrip state={state} onSend={send} />}
      <main className={classes.stage} data-fit={isFit || undefined}>
        <canvas
          ref={canvas}
          className={classes.screen}
          tabIndex={0}
          width={1}
          height={1}
          aria-label={t('screen', { name })}
          hidden={state.access === null || state.phase === 'ended'}
          data-phase={state.phase}
        />
        {state.phase !== 'viewing' && <ViewerNote state={state} />}
      </main>
    </div>
  );
}
