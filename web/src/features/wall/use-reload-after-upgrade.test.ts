import { expect, test } from 'vitest';
import { isOtherVersionServed } from './use-reload-after-upgrade.ts';

const pageOf = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`;
const documentOf = (script: string) =>
  ({ querySelector: () => ({ getAttribute: () => script }) }) as unknown as Document;

test('another version is served when its page begins with another script', async () => {
  const own = documentOf('/assets/main-a.js');
  expect(await isOtherVersionServed(own, async () => pageOf('/assets/main-b.js'))).toBe(true);
  expect(await isOtherVersionServed(own, async () => pageOf('/assets/main-a.js'))).toBe(false);
});

test('a page without a script, such as an error page of a proxy, is no other version', async () => {
  expect(await isOtherVersionServed(documentOf('/assets/main-a.js'), async () => '<p>502</p>')).toBe(false);
});
