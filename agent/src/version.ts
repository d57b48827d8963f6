import manifest from '../package.json' with { type: 'json' };

/** Set when a package of another version is made from these sources (infra/downloads/agent-bundle.ts). */
declare const AGENT_VERSION: string | undefined;

export const version: string = typeof AGENT_VERSION === 'string' ? AGENT_VERSION : manifest.version;
