import type { FullConfig } from '@playwright/test'

import { keepTemporaryFilesInMemory } from '../apps/server/src/testing/memory-directory.ts'
import { buildWeb } from '../scripts/build-web.mjs'
import { LAST_ID, takeUp } from './network.ts'
import { office } from './operators.ts'
import { makeEmptyData, publishProduct, startProduct } from './product.ts'

const LIMITS = ['signInAccount', 'signInAddress', 'payoutInit', 'ticket', 'user', 'address']

/** Starts one product for all specs; it also has to stop cleanly. */
export default async function globalSetup(config?: FullConfig): Promise<() => Promise<void>> {
  await buildWeb()
  const removeTemporaryFiles = keepTemporaryFilesInMemory()
  const removeEmptyData = await makeEmptyData()
  const running = await startProduct({ passportHost: config?.metadata['passportHost'] })
  publishProduct(running.product)
  // All specs share one network address.
  for (const limit of LIMITS) await office(`config set rateLimit.${limit} 1000000`)
  // A registration gets the id after the largest one: beyond all ids of specs.
  await takeUp(LAST_ID)
  return async () => {
    await running.stop()
    removeEmptyData()
    removeTemporaryFiles()
  }
}
