import { existsSync, rmSync, utimesSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { isAnythingSealed } from '../../keys/seal-key.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { runOffice } from '../../testing/run-office.ts'
import { samplePdf } from '../../testing/sample-files.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { handOverNext } from './hand-over-tickets.ts'
import { pathOfFile, sweepFolders } from './ticket-folder.ts'
import { takeOverFiles } from './ticket-parts.ts'

/** More than one part. */
const LARGE = samplePdf(
  Buffer.from(Array.from({ length: 40_000 }, (_, at) => `%${String(at).padStart(6)}\n`).join('')),
)
const SMALL = samplePdf()
const TWO_HOURS_MS = 7_200_000

onPostgres('files of tickets, at processes with folders of their own', (newDatabase) => {
  let service: PartnersService
  let token: string
  let desk: Server
  let received: Buffer = Buffer.alloc(0)
  /** The process that takes tickets, and another one on the same database. */
  let taker: Core
  let other: Core
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    taker = service.core
    other = { ...taker, uploads: `${taker.uploads}-other` }
    token = await service.signInAccepted(1)
    await changeSettings(taker, { 'rateLimit.user': '0', 'rateLimit.ticket': '0' })
    desk = createServer(async (request, response) => {
      received = await buffer(request)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(desk, 'listening')
  })
  afterAll(() => {
    desk.close()
    for (const { uploads } of [taker, other]) rmSync(uploads, { recursive: true, force: true })
  })

  const send = async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ formId: '1', type: '1', comment: 'Why?' })) {
      form.set(name, value)
    }
    for (const [name, bytes] of Object.entries({ 'large.pdf': LARGE, 'small.pdf': SMALL })) {
      form.append('files', new Blob([new Uint8Array(bytes)]), name)
    }
    const { body } = await service.sendForm(token, '/v1/support/tickets', form)
    if (body.data === null) throw new Error(JSON.stringify(body))
    return read()
      .selectFrom('tickets')
      .select(['id', 'folder', 'state'])
      .where('id', '=', body.data.id as number)
      .executeTakeFirstOrThrow()
  }
  const read = () => taker.database.read
  const show = async (core: Core, id: number, file: number) =>
    runOffice(core, ['tickets', 'show', String(id), '--file', String(file)])
  const countParts = async (id: number): Promise<number> => {
    const parts = read().selectFrom('ticketFileParts').select('part')
    return (await parts.where('ticketId', '=', id).execute()).length
  }
  /** The sweep of folders that were not touched for a while. */
  const sweep = async (core: Core, folder: string) => {
    const path = pathOfFile(core, folder, 0).replace(/\/0$/, '')
    if (existsSync(path)) utimesSync(path, 0, (Date.now() - TWO_HOURS_MS) / 1_000)
    await sweepFolders(core)
    return existsSync(path)
  }

  test('CLU-027 what one process has taken another shows at once, without a shared folder', async () => {
    const { id } = await send()
    for (const core of [taker, other]) {
      expect((await show(core, id, 1)).bytes).toEqual(LARGE)
      const { bytes, notes } = await show(core, id, 2)
      expect(bytes).toEqual(SMALL)
      expect(notes).toEqual([`small.pdf, ${SMALL.length} bytes; file 2 of 2`])
    }
    expect(await show(other, id, 3)).toMatchObject({
      exit: 1,
      notes: [`ticket ${id} has 2 files, so none is number 3`],
    })
  })

  test('it is stored encrypted, so that data with files does not start with another key', async () => {
    const { id } = await send()
    const parts = await read()
      .selectFrom('ticketFileParts')
      .select('sealedPart')
      .where('ticketId', '=', id)
      .execute()
    expect(parts).toHaveLength(Math.ceil(LARGE.length / 131_072) + 1)
    expect(parts.some(({ sealedPart }) => sealedPart.includes('%PDF'))).toBe(false)
    expect(await isAnythingSealed(read())).toBe(true)
  })

  test('CLU-027 another process hands the ticket over and deletes its files', async () => {
    const { port } = desk.address() as AddressInfo
    // No help desk listens at this address.
    await changeSettings(taker, { helpDeskUrl: 'http://127.0.0.1:1/tickets' })
    const { id, folder, state } = await send()
    expect(state).toBe('waiting')
    await changeSettings(taker, { helpDeskUrl: `http://127.0.0.1:${port}/tickets` })
    service.clock.now += 60_000
    expect(await handOverNext(other)).toBe(true)
    expect(received.includes(LARGE)).toBe(true)
    expect(received.includes(SMALL)).toBe(true)
    expect(await countParts(id)).toBe(0)
    // The process that took it stores it no more, and forgets it.
    await takeOverFiles(taker)
    expect(await countParts(id)).toBe(0)
    expect(await sweep(taker, folder)).toBe(false)
    await changeSettings(taker, { helpDeskUrl: null })
  })

  test('CLU-027 files of an installation from before are taken over, once', async () => {
    const { id, folder } = await send()
    await sql`delete from ticket_file_parts where ticket_id = ${id}`.execute(read())
    await sql`update ticket_files set is_stored = false where ticket_id = ${id}`.execute(read())
    await expect(show(other, id, 1)).rejects.toThrow(`file 1 of ticket ${id} cannot be read`)
    expect(await sweep(taker, folder)).toBe(true)
    await takeOverFiles(other)
    await Promise.all([takeOverFiles(taker), takeOverFiles(taker)])
    expect((await show(other, id, 1)).bytes).toEqual(LARGE)
    expect((await show(other, id, 2)).bytes).toEqual(SMALL)
    expect(await sweep(taker, folder)).toBe(true)
  })

  test('they are deleted with their ticket', async () => {
    const { id, folder } = await send()
    await read().deleteFrom('tickets').where('id', '=', id).execute()
    expect(await countParts(id)).toBe(0)
    expect(await sweep(taker, folder)).toBe(false)
  })
})
