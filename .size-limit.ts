import { readFileSync } from 'node:fs';

const WEB = 'web/dist';

/** Of Vite: by module, the file that it is in, what that file imports, and its styles. */
type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;
const manifest = JSON.parse(readFileSync(`${WEB}/.vite/manifest.json`, 'utf8')) as Manifest;

/** All that the browser has to fetch for these modules. */
function filesOf(modules: readonly string[], ending: '.js' | '.css'): string[] {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not a chunk of the client`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const one of chunk.imports ?? []) visit(one);
  };
  for (const name of modules) visit(name);
  const files = [...seen].flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]);
  return [...new Set(files)].filter((file) => file.endsWith(ending)).map((file) => `${WEB}/${file}`);
}

const entry = Object.keys(manifest).find((name) => /^_first-.*\.js$/u.test(name)) ?? 'the first chunk';

/** Japanese is the longest. */
const first = [entry, 'src/i18n/ja.ts'];
const signUp = [...first, 'src/features/sign-up/sign-up-page.tsx'];
const shell = [...first, 'src/app/console.tsx'];
const list = [...shell, 'src/features/devices/devices-page.tsx', 'src/features/devices/table-view.tsx'];
const detail = [...list, 'src/features/device-detail/device-page.tsx', 'src/ui/chart.tsx'];

const script = (name: string, modules: readonly string[], limit: string) => ({
  name: `${name}: script`,
  path: filesOf(modules, '.js'),
  limit,
  brotli: true,
});

/** A little above what each screen weighs: who adds to one sees it here. */
export default [
  script('sign-in', first, '180 kB'),
  script('sign-up', signUp, '240 kB'),
  script('console without a page', shell, '288 kB'),
  script('device list', list, '470 kB'),
  script('device detail', detail, '625 kB'),
  { name: 'device list: style', path: filesOf(list, '.css'), limit: '50 kB', brotli: true },
  { name: 'all script', path: `${WEB}/assets/*.js`, limit: '760 kB', brotli: true },
];
