import { workInThread } from '../../threads/work-in-thread.ts'
import { computeDryRun } from './compute-dry-run.ts'

await workInThread(computeDryRun)
