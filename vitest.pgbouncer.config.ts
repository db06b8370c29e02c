import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run test:pgbouncer`: API tests through PgBouncer in transaction mode, and what is special about it. */
export default defineConfig({
  test: {
    ...base.test,
    globalSetup: 'server/testing/vitest-pgbouncer.ts',
    projects: [
      {
        extends: true,
        test: {
          include: ['server/testing/pgbouncer.pooled.ts', 'server/modules/**/*.test.ts'],
          // The doctor needs a session of its own.
          exclude: ['server/modules/accounts/provider/private-authority.test.ts'],
        },
      },
    ],
  },
})
