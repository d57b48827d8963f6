import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { within } from './within.ts';

const never = new Promise<never>(() => undefined);

test('what does not come in time is named, with what was seen until then', async () => {
  await expect(within('the kettle boils', Promise.resolve('tea'))).resolves.toBe('tea');
  const late = within('the kettle boils', never, { timeout: 20, describe: () => '60 degrees' });
  await expect(late).rejects.toThrow(/^not within [\d.]+ s: the kettle boils\n60 degrees$/u);
  await expect(within('it fails', Promise.reject(new Error('its own reason')))).rejects.toThrow('its own reason');
});

test('a try that hangs ends the polling, and is named', async () => {
  const hung = eventually(() => never, { timeout: 20, tryTimeout: 40 });
  await expect(hung).rejects.toThrow('() => never');
});
