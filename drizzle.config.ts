import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/platform/postgres/schema.ts',
  out: './server/platform/postgres/migrations',
})
