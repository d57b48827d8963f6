import { existsSync, globSync, readFileSync } from 'node:fs';

/** The folder of the built client. */
const WEB = process.env['WEB_DIR'] ?? 'web/dist';

/** Of Vite: by module, the file that it is in, and what that file imports. */
type Manifest = Readonly<Record<string, { file: string; imports?: string[] }>>;
const manifest = JSON.parse(readFileSync(`${WEB}/.vite/manifest.json`, 'utf8')) as Manifest;

/** As the server sends it: the build compresses what is worth it. */
const sent = (file: string): string => (existsSync(`${file}.br`) ? `${file}.br` : file);
const allSent = (pattern: string): string[] => globSync(`${WEB}/assets/${pattern}`).map(sent);

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
  return [...new Set(files)].map((file) => sent(`${WEB}/${file}`));
}

const entry = Object.keys(manifest).find((name) => /^_first-.*\.js$/u.test(name)) ?? 'the first chunk';

/** Japanese is the longest. */
const first = [entry, 'src/i18n/ja-public.ts'];
const signUp = [...first, 'src/app/chunks/public-pages.ts'];
const shell = [...first, 'src/i18n/ja-console.ts', 'src/app/chunks/first-screen.ts'];
const list = [...shell, 'src/features/devices/table-view.tsx'];
const detail = [...list, 'src/app/chunks/one-click-away.ts', 'src/ui/chart.tsx'];

const viewer = [...first, 'src/i18n/ja-viewer.ts', 'src/features/session-viewer/viewer-page.tsx'];

const entryOf = (name: string, path: readonly string[], limit: string) => ({ name, path, limit, brotli: false });
const script = (name: string, modules: readonly string[], limit: string) =>
  entryOf(`${name}: script`, filesOf(modules), limit);

/** A little above what each screen weighs: who adds to one sees it here. */
export default [
  script('sign-in', first, '182 kB'),
  script('sign-up', signUp, '266 kB'),
  script('console without the table', shell, '354 kB'),
  script('device list', list, '528 kB'),
  script('device detail, dialogs and palette', detail, '766 kB'),
  // Most of it are chunks of the console, from which it is opened.
  script('remote desktop', viewer, '418 kB'),
  // Loaded when a file of an import is read; a third of it are the number formats of all languages.
  entryOf('spreadsheet worker', allSent('sheet.worker-*.js'), '93 kB'),
  entryOf('style', allSent('*.css'), '61 kB'),
  entryOf('all script', allSent('*.js'), '1215 kB'),
];
