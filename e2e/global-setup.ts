import { buildWeb } from '../scripts/build-web.mjs'
import { LAST_ID, takeUp } from './network.ts'
import { office } from './operators.ts'
import { publishProduct, startProduct } from './product.ts'

const LIMITS = ['signInAccount', 'signInAddress', 'payoutInit', 'ticket', 'user', 'address']

/** One running product for all specs; it has to stop as cleanly as it has to start. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await buildWeb()
  const running = await startProduct()
  publishProduct(running.product)
  // All specs come from one address.
  for (const limit of LIMITS) await office(`config set rateLimit.${limit} 1000000`)
  // Who registers gets the number after the last one: far from those that specs give away.
  await takeUp(LAST_ID)
  return () => running.stop()
}
