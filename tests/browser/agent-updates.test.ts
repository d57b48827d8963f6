import type { DevicePk } from '@vigil/shared/contract/ids';
import { packageRow, releaseRow } from '@vigil/shared/platform/releases.test-support';
import type { Stack } from '../support/stack.ts';
import { asSuperuser } from '../support/superuser.ts';
import type { SimulatedDevices } from './support/simulated-devices.ts';
import { expect, test as base } from './support/test.ts';

const VERSION = '9.9.9';

const countDevices = (stack: Stack, pks: readonly DevicePk[], which: string): Promise<number> =>
  asSuperuser(
    stack,
    async (sql) => (await sql`select 1 from devices where pk in ${sql(pks)} and ${sql.unsafe(which)}`).length,
  );

/**
 * Offers all devices a release that no agent can run. It is for a processor that no other device here has. Agents
 * refuse it, because it is signed by no key that they trust; here that counts as a broken release.
 */
async function publishBrokenRelease(stack: Stack, { devices }: SimulatedDevices): Promise<void> {
  const pks = devices.map(({ pk }) => pk);
  const { manifest, channel, keyId, signature } = releaseRow(VERSION, { arch: 'arm64' });
  // What agents report of themselves must not come later than what is written here.
  await expect.poll(() => countDevices(stack, pks, "arch = 'x64'")).toBe(devices.length);
  await asSuperuser(stack, async (sql) => {
    await sql`
      insert into agent_releases (version, channel, manifest, key_id, signature)
      values (${VERSION}, ${channel}, ${sql.json(manifest as never)}, ${keyId}, ${signature})`;
    await sql`
      insert into agent_release_chunks (sha256, at, data)
      values (${packageRow.sha256}, 0, ${packageRow.data}) on conflict do nothing`;
    await sql`
      create or replace function break_release() returns trigger language plpgsql as $$
      begin
        if new.reason = 'release_invalid' then new.outcome := 'failed'; new.reason := 'update_crashed'; end if;
        return new;
      end $$`;
    await sql`
      create or replace trigger break_release before update on agent_rollout_devices
      for each row execute function break_release()`;
    await sql`update devices set arch = 'arm64', dev_os_id = 2 where pk in ${sql(pks)}`;
  });
  await expect.poll(() => countDevices(stack, pks, `latest_ver = '${VERSION}'`)).toBe(devices.length);
}

/** Gives a device a configuration that allows no updates. */
const forbidUpdates = (stack: Stack, device: DevicePk): Promise<void> =>
  asSuperuser(stack, async (sql) => {
    const [config] = await sql<{ pk: number }[]>`
      insert into app_configs (company_fk, config_name, config)
      select company_fk, 'No updates', '{"allowed_commands": ["reboot"]}' from devices where pk = ${device} returning pk`;
    await sql`update devices set app_config_fk = ${config!.pk} where pk = ${device}`;
  });

/** The other files of tests have the same system, in which there is no release. */
const test = base.extend('brokenRelease', async ({ stack, simulated }, { onCleanup }) => {
  onCleanup(() =>
    asSuperuser(stack, async (sql) => {
      await sql`drop function if exists break_release cascade`;
      await sql`delete from agent_releases where version = ${VERSION}`;
    }),
  );
  await publishBrokenRelease(stack, simulated);
  return VERSION;
});

test(
  'a rollout is started, its failures are shown with their reasons, and it stops when too many devices fail',
  {
    tags: 'core',
  },
  async ({ open, simulated, stack, brokenRelease }) => {
    const { devices } = simulated;
    const kept = devices[0]!;
    const taking = devices.length - 1;
    await forbidUpdates(stack, kept.pk);
    const page = await open('/en/management/agent-updates', { expected: /409 \(Conflict\) .*\/rollouts$/u });
    await expect(page.getByRole('region', { name: 'Releases' })).toContainText(/9\.9\.9.*Linux arm64/su);
    await expect(page.getByRole('region', { name: 'Running versions' })).toContainText(`Devices: ${devices.length}`);
    await page.getByRole('button', { name: 'Start rollout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start a rollout' });
    await expect(dialog.getByLabel('Release')).toHaveValue(brokenRelease);
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    // The company asks for the number where an action reaches many devices.
    await dialog.getByLabel(String(taking)).fill(String(taking));
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('configuration does not allow updates: 1')).toBeVisible();

    const rollout = page
      .getByRole('region', { name: 'Rollouts' })
      .getByRole('listitem', { name: '9.9.9 for All devices' });
    await expect(rollout).toContainText(`10 %: 2 of ${taking} devices`);
    await rollout.getByRole('button', { name: 'Left out: 1' }).click();
    await expect(rollout.getByText('does not allow updates of the agent')).toContainText(`Devices: 1 (${kept.alias})`);
    // All of the share have failed, although these are fewer devices than a decision needs.
    await expect(rollout).toContainText('Stopped: too many failures');
    await rollout.getByRole('button', { name: 'Failed: 2' }).click();
    await expect(rollout.getByText(/ended before it had connected/u)).toHaveCount(2);
    await expect(rollout.getByRole('button', { name: /Raise|Pause|Resume/u })).toHaveCount(0);
  },
);
