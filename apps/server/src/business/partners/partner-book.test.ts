import { beforeAll, expect, test, vi } from 'vitest'

import { asUpload, openTestCore } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import { changeContact } from './change-contact.ts'
import { erasePartner } from './erase-partner.ts'
import { importPartners } from './import-partners.ts'
import { PartnerBook } from './partner-book.ts'

const PARTNERS = `id,sponsorId,email,firstName,lastName,registeredAt,countryId,phone
1,,one@example.com,Ada,Root,1700000000000,DE,+49 1
2,1,two@example.com,Bea,Leg,1700000000000,FR,+33 1
`

onPostgres('the book of partners', (newDatabase) => {
  let core: Core
  let book: PartnerBook
  let reads = 0
  beforeAll(async () => {
    core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(PARTNERS))
    const read = new Proxy(core.database.read, {
      get: (db, name) => {
        if (name === 'selectFrom') reads += 1
        const value: unknown = Reflect.get(db, name)
        return typeof value === 'function' ? value.bind(db) : value
      },
    })
    book = new PartnerBook({ ...core, database: { ...core.database, read } })
  })

  /** Like every call: refreshes the figures first, so that changes are known. */
  const cardOf = async (id: number) => {
    await freshNetwork(core)
    return (await book.cards([id])).get(id)
  }

  test('a partner is read once, until something about them changes', async () => {
    expect(await cardOf(1)).toMatchObject({ id: 1, firstName: 'Ada', phone: '+49 1' })
    const before = reads
    await cardOf(1)
    expect(reads).toBe(before)
    await cardOf(2)
    expect(reads).toBe(before + 1)

    await changeContact(core, 1, { phone: '+49 2' })
    await freshNetwork(core)
    // It is read at once, not for the next page.
    await vi.waitFor(() => expect(reads).toBe(before + 2))
    // Once that read is answered, pages read nothing.
    await vi.waitFor(async () => {
      const asked = reads
      expect(await cardOf(1)).toMatchObject({ phone: '+49 2' })
      expect(await cardOf(2)).toMatchObject({ firstName: 'Bea' })
      expect(reads).toBe(asked)
    })
  })

  test('an erased partner is no longer shown', async () => {
    expect(await cardOf(2)).toMatchObject({ phone: '+33 1' })
    await erasePartner(core, 2)
    expect(await cardOf(2)).toMatchObject({ firstName: 'Erased', phone: '' })
  })

  test('an unknown id and an empty list have no cards', async () => {
    expect((await book.cards([77])).size).toBe(0)
    expect((await book.cards([])).size).toBe(0)
  })
})
