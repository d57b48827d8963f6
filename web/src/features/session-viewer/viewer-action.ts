import type { ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';

type WithoutEpoch<M> = M extends { epoch: number } ? Omit<M, 'epoch'> : M;
type Input = WithoutEpoch<Extract<ViewerMessage, { epoch: number }>>;
type ForEveryViewer = Extract<
  ViewerMessage,
  { t: 'request' | 'grant' | 'refuse' | 'take' | 'lock' | 'monitor' | 'quality' }
>;

/** What a page asks of the desktop; the session adds the epoch in which it is in control. */
export type ViewerAction = Input | ForEveryViewer;

const forEveryViewer = new Set<ViewerAction['t']>(['request', 'grant', 'refuse', 'take', 'lock', 'monitor', 'quality']);

/** Whether it is for the viewer in control only. */
export const isInput = (action: ViewerAction): action is Input => !forEveryViewer.has(action.t);
