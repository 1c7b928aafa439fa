import { workInThread } from '../../../threads/work-in-thread.ts'
import { computeDifference } from './compute-difference.ts'

await workInThread(computeDifference)
