import { useMediaQuery } from '@mantine/hooks';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { PictureQuality } from '@vigil/shared/contract/remote-desktop/picture-qualities';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { usePageTitle } from '../../lib/page-title.ts';
import { useServices } from '../../lib/services.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { ControlStrip } from './control-strip.tsx';
import { createFramePainter } from './frame-painter.ts';
import type { InputListener } from './input-listener.ts';
import { KeyBar } from './key-bar.tsx';
import type { KeyboardLayout } from './layout-select.tsx';
import { createPointerMark } from './pointer-mark.ts';
import { listenToInput } from './screen-input.ts';
import { createSessionReports } from './session-reports.ts';
import type { ViewerAction } from './viewer-action.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { ViewerNote } from './viewer-note.tsx';
import { FIRST_STATE, isInControl, ViewerSession } from './viewer-session.ts';
import type { Zoom } from './zoom-select.tsx';
import classes from './viewer.module.css';

/** Until the device has told its own; some tell none. */
const POINTER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="14" height="20"><path d="M1 1v16l4-4 3 6 2-1-3-6h5z" stroke="#fff"/></svg>',
)}`;

/** The desktop of a device, seen and used in a tab of its own. */
export function SessionViewerPage() {
  const { t } = useTranslation('viewer');
  const { id = '' } = useParams();
  const { api } = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointer = useRef<HTMLImageElement>(null);
  const bar = useRef<HTMLElement>(null);
  const session = useRef<ViewerSession>(null);
  const [state, setState] = useState(FIRST_STATE);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [layout, setLayout] = useState<KeyboardLayout>('device');
  const [quality, setQuality] = useState<PictureQuality>('auto');
  const [movesPointer, setMovesPointer] = useState(false);
  const hasFingers = useMediaQuery('(pointer: coarse)', false);
  const isHolder = isInControl(state);
  const watches = state.tellsPointer && (!isHolder || state.control?.is_local === true);
  const latest = useLatest({ isInControl: isHolder, movesPointer, layout, watches });
  const name = state.access?.device_name ?? '';

  useEffect(() => {
    // Opened once a page load: the secret opens the session once.
    if (canvas.current === null || pointer.current === null || session.current !== null) return;
    const mark = createPointerMark(pointer.current, canvas.current);
    const painter = createFramePainter(canvas.current, mark.wear);
    const reports = createSessionReports(api, id as RemoteSessionId);
    const opened = new ViewerSession({
      reports,
      painter,
      onChange: setState,
      // Where this page moves it, it knows better.
      onPointer: (at) => latest.current.watches && mark.put(at),
    });
    session.current = opened;
    opened.start();
    const listener: InputListener = {
      send: (action) => opened.send(action),
      isInControl: () => latest.current.isInControl,
      movesPointer: () => latest.current.movesPointer,
      pointer: mark,
      layout: () => latest.current.layout,
      onEscape: () => bar.current?.querySelector<HTMLElement>('select, button')?.focus(),
    };
    listenToInput(canvas.current, listener, new AbortController().signal);
  }, [api, id, latest]);

  usePageTitle(name === '' ? t('title') : `${name} – ${t('title')}`);

  useEffect(() => {
    // Who writes in a field meanwhile goes on there.
    if (state.phase === 'viewing' && document.activeElement === document.body) canvas.current?.focus();
  }, [state.phase]);

  // Each connection begins with the quality that the network allows.
  const isLinked = state.hasQualities && state.phase === 'viewing' && state.control !== null;
  useEffect(() => {
    if (isLinked) session.current?.send({ t: 'quality', of: quality });
  }, [isLinked, quality]);

  const send = (action: ViewerAction) => session.current?.send(action);
  return (
    <div className={classes.viewer}>
      <ViewerBar
        ref={bar}
        state={state}
        zoom={zoom}
        onZoom={setZoom}
        layout={layout}
        onLayout={setLayout}
        quality={quality}
        onQuality={setQuality}
        onSend={send}
        onEnd={() => session.current?.end()}
      />
      {state.phase === 'viewing' && <ControlStrip state={state} onSend={send} />}
      <main className={classes.stage} data-fit={zoom === 'fit' || undefined}>
        <canvas
          ref={canvas}
          className={classes.screen}
          tabIndex={0}
          width={1}
          height={1}
          // Its pixels are those of the device: 1 CSS pixel each, times the zoom.
          style={zoom === 'fit' ? undefined : { zoom }}
          aria-label={t('screen', { name })}
          aria-description={isHolder ? t('escape_help') : undefined}
          hidden={state.access === null || state.phase === 'ended'}
          data-phase={state.phase}
          data-watches={watches || undefined}
        />
        <img
          ref={pointer}
          className={classes.pointer}
          src={POINTER}
          alt=""
          hidden={!(watches || (hasFingers && movesPointer && isHolder))}
        />
        {state.phase !== 'viewing' && (
          <ViewerNote state={state} onConnectAgain={() => session.current?.connectAgain()} />
        )}
      </main>
      {hasFingers && isHolder && <KeyBar movesPointer={movesPointer} onMovesPointer={setMovesPointer} onSend={send} />}
    </div>
  );
}
