import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot, NODE_EXECUTABLE } from '../local/runtime.ts';

const Report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

// [file, what it imports, whether it may]
const CASES: readonly [file: string, imported: string, allowed: boolean][] = [
  ['shared/src/contract/http/devices.ts', 'zod', true],
  ['shared/src/contract/http/devices.ts', '../ids.ts', true],
  ['shared/src/contract/http/devices.ts', '../../domain/permissions.ts', false],
  ['shared/src/contract/ids.ts', 'node:fs', false],
  ['shared/src/contract/ids.ts', 'drizzle-orm', false],
  ['shared/src/domain/permissions.ts', '../contract/ids.ts', true],
  ['shared/src/domain/permissions.ts', '../platform/log.ts', false],
  ['shared/src/domain/permissions.ts', 'luxon', false],
  ['shared/src/platform/log.ts', 'pino', true],
  ['shared/src/platform/log.ts', '@vigil/api/app', false],
  ['api/src/app.ts', '@vigil/shared/platform/log', true],
  ['api/src/app.ts', '@vigil/gateway/gateway', false],
  ['api/src/app.ts', '../../workers/src/main.ts', false],
  ['api/src/features/devices/routes.ts', './queries.ts', true],
  ['api/src/features/devices/routes.ts', '../../identity/sessions/session.ts', true],
  ['api/src/features/devices/routes.ts', 'drizzle-orm', false],
  ['api/src/features/devices/service.ts', '../groups/queries.ts', false],
  ['api/src/features/devices/queries.ts', 'drizzle-orm', true],
  ['api/src/identity/sessions/access-check.ts', '../../features/users/user-queries.ts', false],
  ['api/src/features/devices/routes.ts', '../groups/queries.ts', false],
  ['api/src/features/devices/parts/row.ts', '../queries.ts', true],
  ['api/src/features/devices/parts/row.ts', '../../groups/queries.ts', false],
  ['api/src/features/devices/list.pg.test.ts', '../../../../tests/support/redis.ts', true],
  ['api/src/features/devices/list.pg.test.ts', '@vigil/gateway/gateway', false],
  ['api/src/features/devices/list.ts', '../../../../tests/support/redis.ts', false],
  ['gateway/src/testing/test-gateway.ts', '../../../tests/support/redis.ts', true],
  ['gateway/src/testing/test-gateway.ts', '../../../api/src/app.ts', false],
  ['workers/src/main.ts', '@vigil/api/app', false],
  ['gateway/src/gateway.ts', 'socket.io', true],
  ['gateway/src/gateway.ts', 'drizzle-orm/pg-core', false],
  ['gateway/src/gateway.ts', 'postgres', false],
  ['gateway/src/gateway.ts', '@vigil/shared/platform/db/client', false],
  ['gateway/src/agents/on-alive.ts', '../core/rooms.ts', true],
  ['gateway/src/agents/on-alive.ts', '../browsers/on-watch-fleet.ts', false],
  ['gateway/src/browsers/on-watch-fleet.ts', '../agents/on-alive.ts', false],
  ['agent/src/main.machine.test.ts', '../../tests/support/programs.ts', true],
  ['agent/src/agent.test.ts', '../../tests/support/programs.ts', false],
  ['agent/src/testing/eventually.ts', '../../../tests/support/scaled-timeout.ts', true],
  ['agent/src/testing/eventually.ts', '../../../infra/local/runtime.ts', false],
  ['agent/src/agent.ts', '@vigil/shared/contract/ids', true],
  ['agent/src/agent.ts', '@vigil/shared/platform/log', false],
  ['agent/src/agent.ts', '@vigil/shared/domain/permissions', false],
  ['agent-sim/src/fleet.ts', '@vigil/agent/agent', true],
  ['agent-sim/src/fleet.ts', '@vigil/shared/platform/log', false],
  ['agent-sim/src/fleet.ts', '../../agent/src/agent.ts', false],
  ['web/src/app/main.tsx', '@vigil/shared/domain/permissions', true],
  ['web/src/app/main.tsx', '@vigil/shared/platform/log', false],
  ['web/src/app/main.tsx', 'node:fs', false],
  ['web/src/features/devices/page.tsx', '../groups/page.tsx', false],
  ['web/src/features/devices/page.tsx', '../../ui/logo.tsx', true],
  ['web/src/features/devices/page.tsx', 'socket.io-client', false],
  ['web/src/features/devices/page.tsx', '../../ui/read-state.tsx', true],
  ['web/src/features/devices/page.tsx', '../../ui/loading-rows.tsx', false],
  ['web/src/features/devices/filters/list.tsx', '../../../ui/failed-state.tsx', false],
  ['web/src/features/devices/device-list-body.tsx', '../../ui/loading-rows.tsx', true],
  ['web/src/features/devices/device-list-body.tsx', '../groups/page.tsx', false],
  ['web/src/live/socket.ts', 'socket.io-client', true],
  ['web/src/live/socket.ts', 'echarts', false],
  ['web/src/live/live-data.ts', 'ag-grid-community', false],
  ['web/src/live/live-data.ts', '../lib/api.ts', false],
  ['web/src/live/socket.ts', '../lib/api.ts', false],
  ['web/src/lib/api.ts', '../ui/toasts.ts', false],
  ['web/src/lib/api.ts', '../live/fleet.ts', false],
  ['web/src/lib/api.ts', '../entities/session/session.ts', false],
  ['web/src/lib/time-format.ts', '@vigil/shared/domain/time-zones', true],
  ['web/src/lib/time-format.ts', '@vigil/shared/contract/names', true],
  ['web/src/lib/time-format.ts', '@vigil/shared/contract/device', false],
  ['web/src/live/live-data.ts', '@vigil/shared/contract/events/browser-down', false],
  ['web/src/ui/logo.tsx', '../lib/language.ts', true],
  ['web/src/ui/logo.tsx', '../live/use-fleet.ts', false],
  ['web/src/ui/logo.tsx', '../entities/session/viewer.ts', false],
  ['web/src/ui/logo.tsx', '@vigil/shared/domain/permissions', false],
  ['web/src/ui/grid.tsx', '../live/fleet-store.ts', false],
  ['web/src/entities/device/state-dot.tsx', '../../live/use-fleet.ts', true],
  ['web/src/entities/device/state-dot.tsx', '../session/viewer.ts', true],
  ['web/src/entities/device/state-dot.tsx', '../notice/notices.ts', false],
  ['web/src/entities/session/viewer.ts', '../device/state-dot.tsx', false],
  ['web/src/entities/session/viewer.ts', '../../features/devices/devices-page.tsx', false],
  ['web/src/features/devices/page.tsx', '../../entities/device/state-dot.tsx', true],
  ['web/src/features/devices/page.tsx', '../../app/shell/shown-links.ts', false],
  ['web/src/ui/logo.tsx', 'echarts-for-react', false],
  ['infra/local/start.ts', '@vigil/shared/platform/log', false],
  ['tests/flows/sign-in.test.ts', '../support/stack.ts', true],
  ['tests/flows/sign-in.test.ts', '../../api/src/app.ts', false],
];

const FILES = Map.groupBy(CASES, ([file]) => file);

let tree = '';
let refused = new Set<string>();

beforeAll(async () => {
  tree = await mkdtemp(path.join(tmpdir(), 'vigil-zones-'));
  await symlink(fromRoot('node_modules'), path.join(tree, 'node_modules'));
  await writeFile(path.join(tree, 'oxlint.config.ts'), `export { default } from '${fromRoot('oxlint.config.ts')}';`);
  for (const [file, cases] of FILES) {
    const target = path.join(tree, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, cases.map(([, imported]) => `export { thing } from '${imported}';\n`).join(''));
  }
  const args = [fromRoot('node_modules/oxlint/bin/oxlint'), '-f', 'json', ...FILES.keys()];
  const { stdout } = await runToEnd(NODE_EXECUTABLE, args, { cwd: tree });
  const { diagnostics } = Report.parse(JSON.parse(stdout));
  const restricted = diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
  refused = new Set(restricted.map(({ filename, labels }) => `${filename}:${labels[0]?.span.line}`));
});

afterAll(() => rm(tree, { recursive: true, force: true }));

test.each(CASES)('%s imports %s: %s', (file, imported, allowed) => {
  const line = (FILES.get(file) ?? []).findIndex(([, other]) => other === imported) + 1;
  expect(refused.has(`${file}:${line}`)).toBe(!allowed);
});
