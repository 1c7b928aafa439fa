import { SHORT_LIVED } from '../apps/server/src/testing/child-variables.ts'
import { test } from './fixtures.ts'
import { product, type Product, publishProduct, startProduct } from './product.ts'

/** Most that starting the product and filling it takes. */
const READY_WITHIN_MS = 240_000

/** Gives the specs of a file a product of their own, filled by `fill`, which ends with them; returns how to set its clock ahead. */
export function ownProduct(fill: () => Promise<unknown>): { readonly jumpClock: () => void } {
  let own: Awaited<ReturnType<typeof startProduct>> | null = null
  let shared: Product | null = null

  test.beforeAll(async () => {
    test.setTimeout(READY_WITHIN_MS)
    shared = product()
    own = await startProduct({ options: SHORT_LIVED })
    publishProduct(own.product)
    await fill()
  })

  test.afterAll(async () => {
    if (shared !== null) publishProduct(shared)
    await own?.stop()
  })

  return { jumpClock: () => own?.jumpClock() }
}
