import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './shared/src/platform/db/schema/*.ts',
  out: './shared/src/platform/db/migrations',
});
