// The tests' configuration for mutation runs: the test files below MUTANT_TESTS only, and the quickest files first, because
// a mutant is done at the first failed test.
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import tests from '../../vitest.config.ts'

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = new Map(
      files.map((file) => [file, this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0]),
    )
    return files.toSorted((a, b) => durations.get(a)! - durations.get(b)!)
  }
}

const folder = process.env['MUTANT_TESTS'] ?? ''
const wanted = projectOf(folder)
const projects = (tests.test?.projects ?? []) as TestProjectInlineConfiguration[]

/** The project of the tests' configuration that has the test files of a folder. */
function projectOf(path: string): string {
  if (path.startsWith('apps/server')) return 'node'
  return path.startsWith('packages/domain') ? 'rules' : 'web'
}

export default defineConfig({
  test: {
    ...tests.test,
    sequence: { sequencer: QuickestFirst },
    projects: projects
      .filter(({ test }) => test?.name === wanted)
      .map((project) => ({
        ...project,
        // Packages are links out of the copy that Stryker changes.
        server: { fs: { strict: false } },
        test: { ...project.test, include: [`${folder}/**/*.test.{ts,tsx}`] },
      })),
  },
})
