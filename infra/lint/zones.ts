import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Who may import whom: the table of the architecture, in the form in which the linter can hold it. */
export type ImportZone = {
  files: readonly string[];
  except?: readonly string[];
  forbidden: readonly Forbidden[];
};

type Forbidden = ({ group: string[] } | { regex: string }) & {
  importNames?: string[];
  message: string;
  allowTypeImports?: boolean;
};

const TESTS = ['**/*.test.ts', '**/*.test.tsx'];

/**
 * Forbids all imports except these packages and the same zone. oxlint tries no further pattern after this one, so it
 * comes last.
 */
const only = (packages: readonly string[], message: string): Forbidden => ({
  group: ['*', '!./**', '!../**', ...packages.map((name) => `!${name}`)],
  message,
});
const noRelative = (folders: string, message: string): Forbidden => ({ regex: `^(\\.\\./)+(${folders})/`, message });
const noPackages = (names: string, message: string): Forbidden => ({ regex: `^@vigil/(${names})(/|$)`, message });

const SERVERS = ['shared', 'api', 'gateway', 'relay', 'workers'] as const;
const OTHER_PACKAGES = ['api', 'gateway', 'relay', 'workers', 'web', 'agent', 'agent-sim', 'infra', 'tests'];
const ANY_OTHER = OTHER_PACKAGES.join('|');
const ALL_BUT_TESTS = OTHER_PACKAGES.filter((name) => name !== 'tests').join('|');
const SERVER_MESSAGE = 'api, gateway, relay and workers import shared, never one another';
const FEATURE_MESSAGE = 'a feature never imports a feature: what two of them need belongs beside `features/`';
// A neighbour is reached by one step up from a feature's own files, and by two from its folders.
const otherFeature = { regex: '^\\.\\./[^.]', message: FEATURE_MESSAGE };
const otherFeatureFromBelow = { regex: '^\\.\\./\\.\\./[^.]', message: FEATURE_MESSAGE };

const SPREADSHEETS: Forbidden = {
  group: ['hucre', 'hucre/**'],
  message: 'spreadsheets are read and written by shared/src/spreadsheets',
};

const server = (own: string): Forbidden[] => [
  SPREADSHEETS,
  noPackages(OTHER_PACKAGES.filter((name) => name !== own).join('|'), SERVER_MESSAGE),
  noRelative(`${ANY_OTHER}|shared`, SERVER_MESSAGE),
];

const AGENTS_AND_BROWSERS = 'agents and browsers meet only in budgets, presence, fan-out, frames, usage and sockets';

const GATEWAY: Forbidden[] = [
  ...server('gateway'),
  {
    group: ['drizzle-orm', 'drizzle-orm/**', 'postgres', '@vigil/shared/platform/db/**'],
    message: 'the gateway has no database',
  },
];

const RELAY: Forbidden[] = [
  ...server('relay'),
  {
    group: ['drizzle-orm', 'drizzle-orm/**', 'postgres', '@vigil/shared/platform/db/**'],
    message: 'the relay has no database',
  },
];

const WEB_TESTS: Forbidden[] = [
  noPackages(`shared/platform|${ANY_OTHER}`, 'web imports contract and domain'),
  noRelative(`${ANY_OTHER}|shared|platform`, 'web imports contract and domain'),
  { group: ['node:*', 'node:**'], message: 'web runs in browsers' },
];

/**
 * What browsers offer in secure contexts only: the console is also opened over plain http at an address of the local
 * network.
 */
export const SECURE_CONTEXT_ONLY = [
  { object: 'crypto', property: 'randomUUID', message: 'it needs a secure context: use lib/random-id.ts' },
  { object: 'crypto', property: 'subtle', message: 'it needs a secure context' },
  { object: 'navigator', property: 'clipboard', message: 'it needs a secure context: use lib/copy-text.ts' },
  { object: 'navigator', property: 'serviceWorker', message: 'it needs a secure context' },
];

const WEB: Forbidden[] = [
  ...WEB_TESTS,
  SPREADSHEETS,
  {
    group: ['@mantine/core', '@mantine/hooks'],
    importNames: ['CopyButton', 'useClipboard'],
    message: 'they copy in secure contexts only: use ui/copy-to-clipboard.tsx',
  },
  {
    group: [
      '@vigil/shared/contract/{http,events,jobs}/**',
      '@vigil/shared/contract/{accepted,agent-handshake,alert,command,credentials,device,device-columns,endpoint,event,group,ids,jobs,list-query,summary,usage}',
    ],
    message: 'schemas stay on the servers: the client imports types, names, and contract/routes',
    allowTypeImports: true,
  },
  { group: ['zod', 'zod/**'], message: 'schemas stay on the servers', allowTypeImports: true },
];

type Gate = { file: string; layer: 'ui' | 'live'; library: string; group: string[] };

/** The one file of the client that may import each heavy library; types cost nothing and may be named anywhere. */
const GATES: readonly Gate[] = [
  { file: 'web/src/ui/grid.tsx', layer: 'ui', library: 'ag-grid', group: ['ag-grid-*', 'ag-grid-*/**'] },
  {
    file: 'web/src/ui/chart.tsx',
    layer: 'ui',
    library: 'echarts',
    group: ['echarts', 'echarts/**', 'echarts-for-react', 'echarts-for-react/**'],
  },
  {
    file: 'web/src/live/socket.ts',
    layer: 'live',
    library: 'socket.io-client',
    group: ['socket.io-client', 'socket.io-client/**'],
  },
  { file: 'web/src/ui/map.tsx', layer: 'ui', library: 'leaflet', group: ['leaflet', 'leaflet/**', 'react-leaflet'] },
];

/**
 * The layers of the client below `app`: each imports the ones after it, but `live`, `ui` and `lib` know only what is
 * said here.
 */
const WEB_LAYERS = {
  features: { message: 'a feature imports entities, live, ui and lib', forbidden: 'app' },
  entities: { message: 'an entity imports live, ui and lib', forbidden: 'app|features' },
  live: {
    message: 'live imports the contract only; what it needs is passed in',
    forbidden: 'app|features|entities|ui|lib',
  },
  ui: { message: 'ui knows no data: it imports lib', forbidden: 'app|features|entities|live' },
  lib: { message: 'lib knows no domain and no component', forbidden: 'app|features|entities|live|ui' },
} as const;
type WebLayer = keyof typeof WEB_LAYERS;

const typesOnly: Forbidden = {
  regex: '^@vigil/',
  message: 'ui knows no data: it takes values as properties, and imports only types of the contract',
  allowTypeImports: true,
};

const webLayer = (layer: WebLayer): Forbidden[] => {
  const { forbidden, message } = WEB_LAYERS[layer];
  return [...WEB, noRelative(forbidden, message), ...(layer === 'ui' ? [typesOnly] : [])];
};

/**
 * Which entities build on which; the others on none. A device is shown with its group, controlled by commands,
 * requested by approvals and offered to a session; a group is changed by those whom the session allows it; a notice is
 * shown when the settings of the session say so; an incident is told by its group; the audit is offered to those whom
 * the session allows it; a command is scheduled and maintenance is shown on the clock of the session's user, and the
 * profile is his.
 */
const BUILDS_ON: { readonly [entity: string]: readonly string[] } = {
  approval: ['session'],
  audit: ['session'],
  command: ['session'],
  device: ['approval', 'command', 'group', 'session'],
  export: ['session'],
  group: ['session'],
  incident: ['group'],
  maintenance: ['session'],
  notice: ['preference', 'session'],
  profile: ['session'],
};

const entities = readdirSync(path.join(import.meta.dirname, '../../web/src/entities'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export const ENTITY_DEPENDENCIES = Object.fromEntries(entities.map((entity) => [entity, BUILDS_ON[entity] ?? []]));

const otherEntities = (own: string, allowed: readonly string[]): Forbidden => ({
  regex: `^\\.\\./(${Object.keys(ENTITY_DEPENDENCIES)
    .filter((name) => name !== own && !allowed.includes(name))
    .join('|')})/`,
  message: `entities/${own} imports no entity but ${allowed.join(', ') || 'itself'}`,
});

const gates = (own?: Gate): Forbidden[] =>
  GATES.filter((gate) => gate !== own).map(({ file, library, group }) => ({
    group,
    message: `only ${file} imports ${library}`,
    allowTypeImports: true,
  }));

const FEATURE: Forbidden[] = [...webLayer('features'), ...gates()];

const OWN_READ_STATE: Forbidden = {
  regex: '/ui/(loading-rows|failed-state)\\.tsx$',
  message: 'what a query reads is shown by ReadState, ListState or PagedList',
};

/** They wait for the live devices, for a chunk, or for the answer that a whole page depends on. */
const LIVE_OR_WHOLE_PAGES = [
  'web/src/features/device-detail/{device-detail-panel,hardware-tab,processes-tab,software-tab}.tsx',
  'web/src/features/devices/{device-list-body,empty-list}.tsx',
  'web/src/features/sign-in/sign-in-link-page.tsx',
];

/** Where a file is in several zones the last one holds. */
export const IMPORT_ZONES: readonly ImportZone[] = [
  {
    files: ['shared/src/contract/**'],
    except: TESTS,
    forbidden: [
      noRelative('domain|platform', 'the contract imports only zod'),
      only(['zod'], 'the contract imports only zod'),
    ],
  },
  {
    files: ['shared/src/domain/**'],
    except: TESTS,
    forbidden: [
      noRelative('platform', 'the domain imports only the contract'),
      only(['zod', 'ipaddr.js', '@date-fns/tz', '@vigil/shared/contract/**'], 'the domain imports only the contract'),
    ],
  },
  {
    files: ['shared/src/platform/**'],
    forbidden: [
      noPackages(ANY_OTHER, 'the platform imports contract and domain'),
      noRelative(ANY_OTHER, 'the platform imports contract and domain'),
    ],
  },
  {
    files: ['shared/src/spreadsheets/**'],
    except: TESTS,
    forbidden: [
      noRelative('platform', 'spreadsheets are read in browsers, too'),
      only(
        ['fflate', 'hucre/**', 'numfmt', '@vigil/shared/domain/**'],
        'spreadsheets need their libraries and the domain',
      ),
    ],
  },
  { files: ['api/src/**'], forbidden: server('api') },
  {
    files: ['api/src/{http,access,caching,configs,fleet,imports,ledger,identity,payments,texts,wire}/**'],
    forbidden: [...server('api'), noRelative('features', 'what features share knows no feature')],
  },
  { files: ['api/src/features/*/*'], forbidden: [...server('api'), otherFeature] },
  { files: ['api/src/features/*/*/**'], forbidden: [...server('api'), otherFeatureFromBelow] },
  {
    files: ['api/src/features/*/{routes,service}.ts'],
    forbidden: [...server('api'), otherFeature, { group: ['drizzle-orm'], message: 'SQL lives in queries.ts' }],
  },
  { files: ['workers/src/**'], forbidden: server('workers') },
  { files: ['gateway/src/**'], forbidden: GATEWAY },
  { files: ['relay/src/**'], forbidden: RELAY },
  {
    files: ['gateway/src/agents/**'],
    forbidden: [...GATEWAY, { regex: '/browsers/', message: AGENTS_AND_BROWSERS }],
  },
  {
    files: ['gateway/src/{budgets,presence,fan-out,frames,usage,sockets}/**'],
    forbidden: [...GATEWAY, { regex: '/(agents|browsers)/', message: AGENTS_AND_BROWSERS }],
  },
  {
    files: ['gateway/src/browsers/**'],
    forbidden: [...GATEWAY, { regex: '/agents/', message: AGENTS_AND_BROWSERS }],
  },
  {
    files: ['agent/src/**'],
    forbidden: [
      noPackages(`shared/(platform|domain)|${ANY_OTHER}`, 'the agent imports only the contract'),
      noRelative(`${ANY_OTHER}|shared`, 'the agent imports only the contract'),
    ],
  },
  {
    files: ['agent-sim/src/**'],
    forbidden: [
      noPackages(
        'shared/(platform|domain)|api|gateway|relay|workers|web|infra|tests',
        'the simulator imports contract and agent',
      ),
      noRelative(`${ANY_OTHER}|shared`, 'the simulator imports contract and agent'),
    ],
  },
  {
    // How long they wait is for tests/support to say.
    files: ['agent/src/testing/**'],
    forbidden: [
      noPackages(`shared/(platform|domain)|${ALL_BUT_TESTS}`, 'the agent imports only the contract'),
      noRelative(`${ALL_BUT_TESTS}|shared`, 'the agent imports only the contract'),
    ],
  },
  {
    // They start the programs as bundles, which tests/support finds.
    files: ['{agent,agent-sim}/src/main.machine.test.ts'],
    forbidden: [
      noPackages(
        'shared/(platform|domain)|api|gateway|relay|workers|web|infra|tests',
        'only what starts the program is open',
      ),
      noRelative('shared|api|gateway|relay|workers|web|agent|agent-sim|infra', 'only what starts the program is open'),
    ],
  },
  { files: ['web/src/**'], forbidden: [...WEB, ...gates()] },
  { files: ['web/src/features/*/*'], forbidden: [...FEATURE, otherFeature, OWN_READ_STATE] },
  { files: ['web/src/features/*/*/**'], forbidden: [...FEATURE, otherFeatureFromBelow, OWN_READ_STATE] },
  { files: LIVE_OR_WHOLE_PAGES, forbidden: [...FEATURE, otherFeature] },
  // A menu has no room for the state of a list.
  { files: ['web/src/features/devices/filters/filters-menu.tsx'], forbidden: [...FEATURE, otherFeatureFromBelow] },
  ...(['live', 'ui', 'lib'] as const).map((layer) => ({
    files: [`web/src/${layer}/**`],
    forbidden: [...webLayer(layer), ...gates()],
  })),
  { files: ['web/src/entities/*'], forbidden: [...webLayer('entities'), ...gates()] },
  ...Object.entries(ENTITY_DEPENDENCIES).map(([entity, allowed]) => ({
    files: [`web/src/entities/${entity}/**`],
    forbidden: [...webLayer('entities'), ...gates(), otherEntities(entity, allowed)],
  })),
  // What the client reads is made with the schemas in tests.
  { files: ['web/src/**/*.test.{ts,tsx}', 'web/src/**/*.test-support.ts'], forbidden: [...WEB_TESTS, ...gates()] },
  ...GATES.map((gate) => ({ files: [gate.file], forbidden: [...webLayer(gate.layer), ...gates(gate)] })),
  {
    files: ['infra/**'],
    except: TESTS,
    forbidden: [
      noPackages(
        'shared|api|gateway|relay|workers|web|agent|agent-sim|tests',
        'infra starts the programs, it does not import them',
      ),
      noRelative(
        'shared|api|gateway|relay|workers|web|agent|agent-sim|tests',
        'infra starts the programs, it does not import them',
      ),
    ],
  },
  {
    files: ['tests/**'],
    forbidden: [
      noRelative('shared|api|gateway|relay|workers|web|agent|agent-sim|infra', 'tests import what the packages export'),
    ],
  },
  ...SERVERS.map((name): ImportZone => ({
    // Their tests run on real stores, which tests/support starts.
    files: [`${name}/src/**/*.test.ts`, ...(name === 'shared' || name === 'relay' ? [] : [`${name}/src/testing/**`])],
    forbidden: [
      noPackages(OTHER_PACKAGES.filter((other) => other !== name).join('|'), SERVER_MESSAGE),
      noRelative(OTHER_PACKAGES.filter((other) => other !== 'tests').join('|'), SERVER_MESSAGE),
    ],
  })),
];
