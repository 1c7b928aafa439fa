import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A slow machine is no failure: what waits this long would wait for ever. */
const PATIENCE = { testTimeout: 180_000, hookTimeout: 240_000 }

/** No test may depend on the zone of its machine: none runs in UTC. TEST_ZONE runs all of them in one zone. */
const inZone = (zone: string) => ({ TZ: process.env['TEST_ZONE'] ?? zone })

/**
 * Runs the files that need a document after all others, in Vitest's own order otherwise. A worker ends when its next file
 * needs another environment: in mixed order, most files of components would start, load and compile everything anew.
 */
class DocumentsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { plain = [], document = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      readFileSync(moduleId, 'utf8').includes('@vitest-environment jsdom') ? 'document' : 'plain',
    )
    return [...plain, ...document]
  }
}

/** `--sequence.shuffle` keeps its random order. */
const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'))

export default defineConfig({
  test: {
    sequence: isShuffled ? {} : { sequencer: DocumentsLast },
    // One more than cores: tests often wait for databases and processes.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'apps/server/src/**/*.test.ts',
            'oracle/**/*.test.ts',
            'scripts/**/*.test.ts',
            'deploy/**/*.test.ts',
            'soak/**/*.test.ts',
          ],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // Files share their workers, with the sources that those have loaded.
          isolate: false,
          env: inZone('America/New_York'),
          // Two databases, killed processes and races on few cores: what passes at the second try counts, and is named
          // at the end, where more than three fail the run. A counterexample to a property has no second try.
          retry: { count: 1, condition: /^(?!Property failed)/ },
          ...PATIENCE,
        },
      },
      {
        // Code that also runs in a browser; no test waits for a database. Files share their workers, the
        // loaded sources and the document, so they unmount what they render and undo their stubs.
        plugins: [react()],
        test: {
          name: 'web',
          include: [
            'packages/{ui,web}/src/**/*.test.{ts,tsx}',
            'apps/{office,passport,console}/src/**/*.test.{ts,tsx}',
          ],
          setupFiles: ['packages/web/src/testing/shared-document.ts'],
          isolate: false,
          env: inZone('Asia/Tokyo'),
          ...PATIENCE,
        },
      },
      {
        // Pure functions: their files leave nothing behind, so they share their workers.
        test: {
          name: 'rules',
          include: ['packages/{domain,contracts,locales}/src/**/*.test.ts'],
          isolate: false,
          env: inZone('Asia/Tokyo'),
          ...PATIENCE,
        },
      },
      {
        // Months, instants and their formats also run on the other side of UTC, where clocks change twice a year.
        test: {
          name: 'zones',
          include: [
            'packages/domain/src/*.test.ts',
            'packages/contracts/src/**/*.test.ts',
            'apps/{office,passport,console}/src/lib/**/*.test.ts',
          ],
          setupFiles: ['packages/web/src/testing/shared-document.ts'],
          isolate: false,
          env: inZone('America/New_York'),
          ...PATIENCE,
        },
      },
    ],
  },
})
