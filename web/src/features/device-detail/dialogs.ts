import { deviceLocationDialog, effectiveConfigDialog, livePreviewDialog } from '../../entities/device/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { AgentMapDialog } from './agent-map-dialog.tsx';
import { EffectiveConfigDialog } from './effective-config-dialog.tsx';
import { LivePreviewDialog } from './live-preview-dialog.tsx';

export const deviceDetailDialogs = [
  bindDialog(effectiveConfigDialog, EffectiveConfigDialog),
  bindDialog(livePreviewDialog, LivePreviewDialog),
  bindDialog(deviceLocationDialog, AgentMapDialog),
];
