import { readFileSync } from 'node:fs';

/** The folder of the built client. */
const WEB = process.env['WEB_DIR'] ?? 'web/dist';

/** Of Vite: by module, the file that it is in, and what that file imports. */
type Manifest = Readonly<Record<string, { file: string; imports?: string[] }>>;
const manifest = JSON.parse(readFileSync(`${WEB}/.vite/manifest.json`, 'utf8')) as Manifest;

/** All scripts that the browser has to fetch for these modules. */
function filesOf(modules: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not a chunk of the client`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const one of chunk.imports ?? []) visit(one);
  };
  for (const name of modules) visit(name);
  const files = [...seen].map((name) => manifest[name]?.file ?? '');
  return [...new Set(files)].map((file) => `${WEB}/${file}`);
}

const entry = Object.keys(manifest).find((name) => /^_first-.*\.js$/u.test(name)) ?? 'the first chunk';

/** Japanese is the longest. */
const first = [entry, 'src/i18n/ja-public.ts'];
const signUp = [...first, 'src/app/public-pages.ts'];
const shell = [...first, 'src/i18n/ja-console.ts', 'src/app/first-screen.ts'];
const list = [...shell, 'src/features/devices/table-view.tsx'];
const detail = [...list, 'src/app/one-click-away.ts', 'src/ui/chart.tsx'];

const script = (name: string, modules: readonly string[], limit: string) => ({
  name: `${name}: script`,
  path: filesOf(modules),
  limit,
  brotli: true,
});

/** A little above what each screen weighs: who adds to one sees it here. */
export default [
  script('sign-in', first, '169 kB'),
  script('sign-up', signUp, '252 kB'),
  script('console without the table', shell, '317 kB'),
  script('device list', list, '490 kB'),
  script('device detail, dialogs and palette', detail, '707 kB'),
  // Loaded when a file of an import is read.
  { name: 'spreadsheet worker', path: `${WEB}/assets/sheet.worker-*.js`, limit: '63 kB', brotli: true },
  { name: 'style', path: `${WEB}/assets/*.css`, limit: '57 kB', brotli: true },
  { name: 'all script', path: `${WEB}/assets/*.js`, limit: '975 kB', brotli: true },
];
