import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';

/** Where `npm start` listens; the development server passes everything that is not a file on to it. */
const SERVER = 'http://localhost:8080';
const toServer: ProxyOptions = { target: SERVER, changeOrigin: true };

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    // A content security policy without `data:` has to be enough for fonts and pictures.
    assetsInlineLimit: 0,
    // The grid is one chunk of its own, loaded after the shell is on the screen.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Chunks run whole and in turn: what sets Zod up is in the one that comes before every schema.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|zod-without-eval/ },
            { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]/ },
            { name: 'mantine', test: /node_modules[\\/](@mantine|@floating-ui)[\\/]/ },
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
