import { once } from 'node:events';
import { ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import { desktopOffers } from '@vigil/shared/contract/remote-desktop/offers';
import { pictureQualities } from '@vigil/shared/contract/remote-desktop/picture-qualities';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createViewerKeys } from '../testing/desktop-viewer.ts';
import { eventually } from '../testing/eventually.ts';
import { startDesktops } from '../testing/start-desktops.ts';

const SEED = 20_261_130;

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' });
const steps = fc.integer({ min: -20, max: 20 });
const coordinate = fc.nat(32_767);
const down = fc.boolean();

/** What acts on the device where its epoch is that of the control. */
const input = fc.oneof(
  fc.record({ t: fc.constant('key'), code: text, down }),
  fc.record({ t: fc.constant('pointer'), x: coordinate, y: coordinate }),
  fc.record({ t: fc.constant('button'), button: fc.nat(2), down }),
  fc.record({ t: fc.constant('wheel'), dx: steps, dy: steps }),
  fc.record({ t: fc.constantFrom('text', 'paste'), text }),
  fc.record({ t: fc.constantFrom('release', 'copy') }),
);
/** What acts on nothing but its own viewer, of one that may not take the control. */
const other = fc.oneof(
  fc.record({ t: fc.constant('ack'), seq: fc.nat(0xffff_ffff) }),
  fc.record({ t: fc.constantFrom('beat', 'request', 'grant', 'refuse') }),
  fc.record({ t: fc.constant('accept'), offers: fc.subarray([...desktopOffers]) }),
  fc.record({ t: fc.constant('monitor'), name: fc.option(text) }),
  fc.record({ t: fc.constant('quality'), of: fc.constantFrom(...pictureQualities) }),
  fc.record({
    t: fc.constant('take'),
    reason: fc.string({ minLength: 1, maxLength: 20 }).filter((it) => it.trim() !== ''),
  }),
);

const isMessage = (value: unknown) => ViewerMessage.safeParse(value).success;
/** A message of which one field is something else. */
const almost = fc
  .tuple(fc.oneof(input, other), fc.jsonValue(), fc.nat())
  .map(([message, value, at]) => {
    const whole = { epoch: 1, ...message };
    const fields = Object.keys(whole);
    return { ...whole, [fields[at % fields.length] ?? 't']: value };
  })
  .filter((value) => !isMessage(value));
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const unreadable = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc
    .jsonValue()
    .filter((value) => !isMessage(value))
    .map(bytesOf),
  almost.map(bytesOf),
);

/** Viewers of one device, one after the other, each in control. */
async function startViewers() {
  const device = await startDesktops();
  const view = async () => {
    const own = createViewerKeys();
    const viewer = await device.view(device.grantOf({ viewer_key: own.publicKey }), { own });
    await viewer.control(({ holder, you }) => holder === you);
    return viewer;
  };
  return { ...device, view };
}

test('[RELAY-7] what a viewer seals that is no message ends its connection, does nothing at the device, and leaves its session', async () => {
  const { desktop, ended, view } = await startViewers();
  for (const bytes of fc.sample(unreadable, { seed: SEED, numRuns: 40 })) {
    const { socket, sealBytes } = await view();
    const closed = once(socket, 'close');
    socket.send(sealBytes(bytes));
    await closed;
  }
  expect([desktop.done, desktop.clipboard, ended]).toEqual([[], null, []]);
  const { send } = await view();
  send({ t: 'key', code: 'KeyA', down: true });
  await eventually(() => desktop.done.length > 0);
  expect(desktop.done).toEqual(['KeyA down']);
});

test('[RELAY-8] [RELAY-10] input of another epoch does nothing, whatever else a viewer says, and its connection goes on', async () => {
  const { desktop, ended, locked, view } = await startViewers();
  const { socket, sealBytes, control, send } = await view();
  const { epoch } = await control(() => true);
  const late = fc
    .tuple(
      input,
      fc.nat(65_535).filter((one) => one !== epoch),
    )
    .map(([message, of]) => ({ ...message, epoch: of }));
  const messages = fc.sample(fc.oneof(late, other), { seed: SEED, numRuns: 400 });
  expect(messages.filter((message) => !isMessage(message))).toEqual([]);
  for (const message of messages) socket.send(sealBytes(bytesOf(message)));
  send({ t: 'key', code: 'KeyA', down: true });
  await eventually(() => desktop.done.length > 0);
  expect([desktop.done, desktop.clipboard, ended, locked]).toEqual([['KeyA down'], null, [], []]);
});
