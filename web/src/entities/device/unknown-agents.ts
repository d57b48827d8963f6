import { listUnknownAgents } from '@vigil/shared/contract/routes/devices';
import { defineResource } from '../resource.ts';

/** Agents that the servers do not know, for example after a restored backup. */
export const unknownAgents = defineResource({ key: 'unknown-agents', list: listUnknownAgents });

/** Agents ask every five minutes. */
export const UNKNOWN_AGENTS_REFRESH_MS = 60_000;
