// The tests' configuration for mutation runs: a mutant is done at the first failed test, so the quickest files run first.
import { defineConfig } from 'vitest/config'
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

export default defineConfig({
  test: { ...tests.test, sequence: { sequencer: QuickestFirst } },
})
