import { FakeDesktop } from '@vigil/agent/testing/fake-desktop';
import { readFunctionSettings, writeFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { createRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import type { Page } from 'playwright';
import { addCompany, addMember, type Company } from '../browser/support/companies.ts';
import { enrolComputer } from '../browser/support/enrol-computer.ts';
import type { OpenedPage, OpenPage } from '../browser/support/pages.ts';
import { startDevices } from '../browser/support/simulated-devices.ts';
import type { Client } from '../support/client.ts';
import { Computer } from '../support/computer.ts';
import type { Stack } from '../support/stack.ts';
import { asSuperuser } from '../support/superuser.ts';

/** The names of the screenshots, before the language. */
export const sessionScreens = ['session-viewer', 'session-hand-over', 'session-headless', 'session-consent'] as const;

interface Camera {
  readonly openPage: OpenPage;
  readonly languages: readonly Language[];
  /** Takes the screenshots of a page, each after `prepare`. */
  take(opened: OpenedPage, screenshot: string, prepare?: () => Promise<void>): Promise<void>;
}

/**
 * The viewer of a simulated device, alone and asked for its control; the answer of a device without a display; and the
 * wait for consent.
 */
export async function takeSessionScreens(stack: Stack, { openPage, languages, take }: Camera): Promise<void> {
  const company = await addCompany(stack);
  await using simulated = await startDevices(company, 1);
  const device = simulated.device(0).pk;
  const jun = await addMember(stack, company, [company.home]);
  await asSuperuser(stack, (sql) => sql`update users set auth_remotecontrol = 1 where mgrid = ${jun.id}`);
  const junClient = await stack.signIn(jun);
  using rack = new Computer(stack, { name: 'Rack', mac: '02:00:00:00:0d:12' });
  using desk = new Computer(stack, {
    name: 'Desk',
    mac: '02:00:00:00:0d:14',
    openDesktop: () => Promise.resolve(new FakeDesktop()),
    answer: Promise.withResolvers<boolean>().promise,
  });
  const [rackPk, deskPk] = [await enrolComputer(rack, company), await enrolComputer(desk, company)];

  const open = async (language: Language, pk: DevicePk, as: Client = company.client): Promise<OpenedPage> => {
    const { objects } = await as.call(createRemoteSession, { body: { device_pk: pk, type: 'rc' } });
    const { id, secret } = objects;
    return openPage(`${stack.url}/${language}/session/${id}#secret=${encodeURIComponent(secret)}`, { as });
  };
  for (const language of languages) {
    await using mina = await open(language, device);
    await viewing(mina.page);
    if (language !== languages[0]) await getControl(mina.page);
    await take(mina, `session-viewer-${language}`);
    await using other = await open(language, device, junClient);
    await viewing(other.page);
    await take(mina, `session-hand-over-${language}`, () => ask(mina.page, other.page));
    await using headless = await open(language, rackPk);
    await headless.page.getByRole('alert').waitFor();
    await take(headless, `session-headless-${language}`);
  }
  await askForConsent(company);
  for (const language of languages) {
    await using asking = await open(language, deskPk);
    await asking.page.locator('canvas[data-phase=asking]').waitFor({ state: 'attached' });
    await take(asking, `session-consent-${language}`);
  }
}

const viewing = (page: Page): Promise<void> => page.locator('canvas[data-phase=viewing]').waitFor();

/** Whoever had it in the language before has left it to nobody. */
async function getControl(page: Page): Promise<void> {
  await page.locator('section button').first().click();
  await page.locator('li[data-holder]').waitFor();
}

/** Anew for each screenshot: a request is granted after 10 s, and at once when its holder was idle. */
async function ask(holder: Page, other: Page): Promise<void> {
  const refuse = holder.getByRole('alert').getByRole('button').last();
  if (await refuse.isVisible()) await refuse.click();
  await holder.locator('canvas').click({ position: { x: 100, y: 100 } });
  await other.locator('section button').first().click();
  await refuse.waitFor();
}

async function askForConsent({ client }: Company): Promise<void> {
  const [now] = (await client.call(readFunctionSettings)).objects;
  if (now === undefined) throw new Error('the company has no settings');
  const { changes: _changes, ...settings } = now;
  await client.call(writeFunctionSettings, { body: { ...settings, remote_consent: 1 } });
}
