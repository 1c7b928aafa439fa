import { expect, test } from 'vitest'

import type { Core } from '../core.ts'
import { freshNetwork } from './fresh-network.ts'

const coreThat = (catchUp: () => Promise<void>) =>
  ({ network: { catchUp }, database: {} }) as unknown as Core

test('figures that are up to date are answered', async () => {
  const core = coreThat(async () => {})
  expect(await freshNetwork(core)).toBe(core.network)
})

test('figures that take long are not ready', async () => {
  const core = coreThat(() => new Promise(() => {}))
  await expect(freshNetwork(core)).rejects.toMatchObject({ code: 'data_not_ready' })
})

test('a database that fails is no figures that are not ready', async () => {
  const core = coreThat(async () => Promise.reject(new Error('gone')))
  await expect(freshNetwork(core)).rejects.toThrow('gone')
})
