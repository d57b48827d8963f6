import type { TokenScope } from '@vigil/shared/contract/access';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { issueCommand, listCommands } from '@vigil/shared/contract/routes/commands';
import { runBulkDeviceAction, listDevices, readFleetSummary } from '@vigil/shared/contract/routes/devices';
import { updateGroup } from '@vigil/shared/contract/routes/people';

/** The variable of a shell that holds the token; on a command line it would be in the history. */
export const TOKEN_VARIABLE = 'VIGIL_TOKEN';

export const exampleNames = ['count', 'list', 'reboot', 'follow', 'tag', 'group'] as const;
export type ExampleName = (typeof exampleNames)[number];

interface Example {
  readonly call: { readonly method: string; readonly path: string };
  readonly scope: TokenScope;
  readonly query?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const GUID = '00000000-0000-4000-8000-000000000000';

/** Calls that every script begins with; their addresses are those of the endpoints. */
export const examples: { readonly [N in ExampleName]: Example } = {
  count: { call: readFleetSummary, scope: 'read' },
  list: { call: listDevices, scope: 'read', query: 'search_key=alive&search_value=0&limit=100' },
  reboot: { call: issueCommand, scope: 'commands', params: { guid: GUID }, body: { type: 'reboot' } },
  follow: { call: listCommands, scope: 'read', query: 'open=1' },
  tag: { call: runBulkDeviceAction, scope: 'commands', body: { action: 'tag', device_pks: [1, 2], add: ['lab'] } },
  group: { call: updateGroup, scope: 'administration', params: { pk: '1' }, body: { name: 'Lab' } },
};

/** An example as a command for a POSIX shell. */
export function curlOf({ call: { method, path }, params = {}, query, body }: Example, origin: string): string {
  const filled = path.replaceAll(/:(\w+)/gu, (_, name: string) => params[name] ?? name);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}-H "Authorization: Bearer $${TOKEN_VARIABLE}"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`]),
    `'${origin}${API_BASE}${filled}${query === undefined ? '' : `?${query}`}'`,
  ];
  return lines.join(' \\\n  ');
}
