import type { Closing } from '../../business/months/closing.ts'
import { workInThread } from '../../threads/work-in-thread.ts'
import { computeDryRun } from './compute-dry-run.ts'

await workInThread(({ read }, closing: Closing, progress) => computeDryRun(read, closing, progress))
