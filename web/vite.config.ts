import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ProxyOptions } from 'vite';
import { precompress } from './precompress.ts';

/** The address of `npm start`; the development server proxies everything that is not a file to it. */
const SERVER = 'http://localhost:8080';
const toServer: ProxyOptions = { target: SERVER, changeOrigin: true };

/** A smaller chunk costs more than it saves: it is merged into the most similar one. */
const SMALL_CHUNK = 12_000;

const short = (name: string): string => name.split(/[~.]/u)[0] ?? name;

export default defineConfig({
  plugins: [react(), precompress()],
  resolve: { alias: { zod: fileURLToPath(new URL('src/app/no-schemas.ts', import.meta.url)) } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    // Fonts and pictures are loaded as files, so that the content security policy needs no `data:`.
    assetsInlineLimit: 0,
    // For `.size-limit.ts`, which adds up what each screen weighs.
    manifest: true,
    // The grid is one chunk of its own, loaded after the shell is on the screen.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Without this, chunks shared by several pages are named after all of them.
        chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${short(name)}-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL_CHUNK },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/lmm': toServer,
      '/liveview': toServer,
      '/downloads': toServer,
      '/logo': toServer,
      '/socket.io': { ...toServer, ws: true },
    },
  },
});
