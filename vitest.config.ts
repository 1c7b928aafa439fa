import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const PATIENCE = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    // Tests wait for databases as much as they work: every core gets a worker.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          include: ['apps/server/src/**/*.test.ts', 'oracle/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          ...PATIENCE,
        },
      },
      {
        // What runs in a browser as well: nothing here waits for a database.
        plugins: [react()],
        test: {
          name: 'web',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/{office,passport}/src/**/*.test.{ts,tsx}',
          ],
          ...PATIENCE,
        },
      },
    ],
  },
})
