import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { COUNTRY_CODES } from '@partner-office/domain'
import { useOwnTexts } from '@partner-office/locales/read'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { importPartners } from '../business/partners/import-partners.ts'
import { refreshRates } from '../business/rates/refresh-rates.ts'
import { recentSettings } from '../business/settings/read-settings.ts'
import { SETTINGS } from '../business/settings/settings.ts'
import { newsFeed } from '../business/news/news-feed.ts'
import { ExternalFeeds } from '../business/news/external-feeds.ts'
import { asUpload, IDENTITY } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { pdfOf, sampleJpeg, samplePdf, samplePng } from '../testing/sample-files.ts'

const DAY = 86_400_000
const REASON = 'as the meeting has decided'

onPostgres('the configuration', (newDatabase) => {
  let desk: OperatorsDesk
  let ann: Browser
  let bob: Browser
  let cy: Browser
  let documents: string
  beforeAll(async () => {
    documents = mkdtempSync(join(tmpdir(), 'documents-'))
    desk = await OperatorsDesk.open(await newDatabase(), { documents })
    ann = await desk.operator('ann@example.com', 'admin', 'finance')
    bob = await desk.operator('bob@example.com', 'admin', 'finance')
    cy = await desk.operator('cy@example.com', 'viewer')
    await importPartners(
      desk.core,
      asUpload(
        `id,sponsorId,email,firstName,lastName,registeredAt,countryId
1,,ada@example.com,Ada,Alba,1700000000000,DE
2,1,ben@mail.example.org,Ben,Berg,1700000000000,FR
3,1,cleo@example.com,Cleo,Cruz,1700000000000,DE
`,
      ),
    )
  })
  afterAll(() => rmSync(documents, { recursive: true }))
  beforeEach(async () => {
    desk.clock.now += 2 * DAY
    ann = await desk.signIn(ann)
    bob = await desk.signIn(bob)
    cy = await desk.signIn(cy)
  })

  const get = async (path: string, by = ann) => {
    const { data, body } = await desk.as(by, 'GET', `config/${path}`)
    expect(body.errors).toEqual([])
    return data
  }
  const put = (path: string, body: object, by = ann) => desk.as(by, 'PUT', `config/${path}`, body)
  const post = (path: string, body: object, by = ann) => desk.as(by, 'POST', `config/${path}`, body)
  const settingCalled = async (name: string) =>
    (await get('settings')).content.find((each: { name: string }) => each.name === name)
  const lastEntry = async () => (await desk.entriesSince()).at(-1)!

  describe('settings', () => {
    const save = (values: object, seen: object, by = ann) => put('settings', { values, seen }, by)

    test('CNF-001 the list has every setting of office config list, with meaning, accepted values, default and value', async () => {
      await desk.run('config set txLink.UPT https://chain.example/{hash}')
      const { content } = await get('settings', cy)
      const lines = (await desk.run('config list')).out.trim().split('\n').slice(1)
      expect(content.map(({ name, value }: Record<string, string>) => `${name}\t${value}`)).toEqual(
        lines.map((line) => line.split('\t').slice(0, 2).join('\t')),
      )
      for (const setting of content) {
        expect(setting.meaning, setting.name).toMatch(/\.$/)
        expect(setting.accepts, setting.name).not.toBe('')
      }
      expect(content.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(Object.keys(SETTINGS)),
      )
      expect(await settingCalled('newsfeed')).toMatchObject({
        kind: 'flag',
        words: ['TRUE', 'FALSE'],
        default: 'TRUE',
        isSet: false,
        isGuarded: false,
        setAt: null,
        setBy: null,
      })
      expect(await settingCalled('paymentsEnabled')).toMatchObject({ isGuarded: true })
      expect(await settingCalled('proposalDays')).toMatchObject({ kind: 'number' })
      expect(await settingCalled('exchangeProvider')).toMatchObject({
        kind: 'choice',
        words: ['internal', 'feed'],
      })
    })

    test('CNF-002 a value is checked by the rule of the server, with the words of the command', async () => {
      const wrong: readonly (readonly [string, string])[] = [
        ['newsfeed', 'yes'],
        ['newsfeed', 'true'],
        ['newsfeed', ''],
        ['proposalDays', '0'],
        ['proposalDays', '31'],
        ['proposalDays', '1.5'],
        ['exchangeProvider', 'Internal'],
        ['newsLanguages', 'en,xx'],
        ['socialLinks', '[]'],
        ['gravatarHost', 'ftp://x'],
        ['sessionIdle', '1w'],
        ['registrationBarredCountries', 'Germany'],
        ['newsFeed', 'TRUE'],
      ]
      for (const [name, value] of wrong) {
        const { data } = await post('settings/check', { values: { [name]: value } }, cy)
        const { notes } = await desk.run(`config set ${name} ${value}`)
        expect(data.problems).toHaveLength(1)
        const [{ problem }] = data.problems
        expect([name, notes.join(' ')]).toEqual([name, expect.stringContaining(problem)])
        expect((await save({ [name]: value }, {})).code).toBe('validation_error')
      }
      const right = { newsfeed: 'FALSE', proposalDays: null, languages: 'en,de' }
      expect((await post('settings/check', { values: right })).data).toEqual({ problems: [] })
      expect(await settingCalled('newsfeed')).toMatchObject({ value: 'TRUE' })
    })

    test('CNF-003 CNF-004 a setting of the screens changes at once, with who and when, and has its history', async () => {
      await desk.run('config set newsfeedPopup FALSE')
      desk.clock.now += 1_000
      const at = desk.clock.now
      const saved = await save({ newsfeedPopup: 'TRUE' }, { newsfeedPopup: 'FALSE' })
      const setting = saved.data.content.find(
        (each: { name: string }) => each.name === 'newsfeedPopup',
      )
      expect(setting).toMatchObject({
        value: 'TRUE',
        isSet: true,
        setAt: at,
        setBy: 'ann@example.com',
        proposal: null,
      })
      expect((await recentSettings(desk.core.database)).newsfeedPopup).toBe('TRUE')
      expect(await lastEntry()).toMatchObject({
        actor: 'ann@example.com',
        command: 'config set',
        details: { object: 'newsfeedPopup', values: { newsfeedPopup: 'TRUE' } },
      })
      desk.clock.now += 1_000
      await save({ newsfeedPopup: null }, { newsfeedPopup: 'TRUE' }, bob)
      const { content } = await get('settings/newsfeedPopup/history', cy)
      expect(content).toMatchObject([
        { value: null, at: at + 1_000, actor: 'bob@example.com', proposal: null },
        { value: 'TRUE', at, actor: 'ann@example.com', proposal: null },
        { value: 'FALSE', at: at - 1_000, actor: expect.any(String), proposal: null },
      ])
      const { rows } = await sql<{ value: string | null }>`
        select content ->> 'value' as value from journal where place = 'settings' and key = 'newsfeedPopup' order by id desc`.execute(
        desk.core.database.read,
      )
      expect(content.map(({ value }: { value: string | null }) => value)).toEqual(
        rows.map(({ value }) => value),
      )
      expect((await desk.as(ann, 'GET', 'config/settings/noSuch/history')).code).toBe('not_found')
    })

    test('CNF-004 a setting that a proposal has changed names the proposal', async () => {
      const asked = { kind: 'setting', object: 'paymentsEnabled', values: { value: 'FALSE' } }
      const { data } = await desk.as(ann, 'POST', 'proposals', { ...asked, reason: REASON })
      await desk.as(bob, 'POST', `proposals/${data.id}/approve`, { version: data.version })
      expect(await settingCalled('paymentsEnabled')).toMatchObject({
        value: 'FALSE',
        proposal: data.id,
      })
      const [newest] = (await get('settings/paymentsEnabled/history')).content
      expect(newest).toMatchObject({ value: 'FALSE', proposal: data.id })
      await desk.run('config unset paymentsEnabled')
    })

    test('APR-001 CNF-003 a setting that needs a second operator is not changed directly, nor is anything with it', async () => {
      const last = (await desk.entriesSince()).at(-1)!.id
      for (const guarded of ['paymentsEnabled', 'maxPendingPayouts', 'permissionsPayoutTwoFa']) {
        const value = { paymentsEnabled: 'FALSE', maxPendingPayouts: '9' }[guarded] ?? 'TELEGRAM'
        const refused = await save({ newsfeed: 'FALSE', [guarded]: value }, {})
        expect(refused.body.errors).toMatchObject([
          { code: 'proposal_required', fieldName: guarded },
        ])
      }
      expect(await settingCalled('newsfeed')).toMatchObject({ value: 'TRUE' })
      expect(await desk.entriesSince(last)).toEqual([])
      expect((await save({ newsfeed: 'FALSE' }, {}, cy)).code).toBe('access_denied')
    })

    test('two operators who save what they saw: the second one sees which settings changed', async () => {
      const seen = { newsfeed: 'TRUE', numberFormat: 'locale' }
      expect((await save({ numberFormat: 'plain' }, seen)).code).toBeUndefined()
      const refused = await save({ newsfeed: 'FALSE', numberFormat: 'plain' }, seen, bob)
      expect(refused.body.errors).toEqual([
        { code: 'changed_meanwhile', fieldName: 'numberFormat', errors: ['numberFormat'] },
      ])
      expect(await settingCalled('newsfeed')).toMatchObject({ value: 'TRUE' })
      await save({ numberFormat: null }, {})
    })
  })

  describe('rates', () => {
    type Rate = { id: number; to: string; rate: string }
    const rates = async () => (await get('rates', cy)).content as Rate[]
    const rateOf = async (to: string) => (await rates()).find((each) => each.to === to)!
    const quote = async (to: string, rate: string) => ({
      from: 'EUR',
      to,
      rateType: 'SELL',
      rate,
      last: (await rateOf(to)).id,
    })
    const set = async (...quotes: object[]) => put('rates', { rates: quotes })

    test('CNF-005 the list shows pair, rate, since when, source and what uses it', async () => {
      expect(await rateOf('UPT')).toMatchObject({
        from: 'EUR',
        rateType: 'SELL',
        rate: '2',
        source: 'product',
        setBy: null,
        confirmedAt: null,
        uses: { programmes: expect.arrayContaining(['unilevel']), pendingPayouts: 0 },
      })
      expect(await get('rates')).toMatchObject({ jumpPercent: '20', leftOut: [] })
    })

    test('CNF-005 several rates are one act: all are set, or none', async () => {
      const at = desk.clock.now
      const done = await set(await quote('UPT', '2.2'), await quote('UCN', '4.4'))
      expect(done.data).toEqual({ rates: 2 })
      expect(await rateOf('UPT')).toMatchObject({
        rate: '2.2',
        setAt: at,
        source: 'operator',
        setBy: 'ann@example.com',
      })
      expect(await lastEntry()).toMatchObject({
        command: 'rates set',
        details: {
          object: 'EUR/UPT SELL, EUR/UCN SELL',
          rates: [{ rate: '2.2' }, { rate: '4.4' }],
        },
      })
      const last = (await lastEntry()).id
      const jumps = await set(await quote('UPT', '2.3'), await quote('UCN', '5.29'))
      expect(jumps.body.errors).toMatchObject([
        { code: 'proposal_required', fieldName: 'rates[1].rate' },
      ])
      const stale = { ...(await quote('UPT', '2.3')), last: (await rateOf('UPT')).id - 1 }
      expect((await set(stale)).code).toBe('changed_meanwhile')
      expect((await set({ ...(await quote('UPT', '2.3')), to: 'EUR', last: null })).code).toBe(
        'validation_error',
      )
      expect(await rateOf('UPT')).toMatchObject({ rate: '2.2' })
      expect(await desk.entriesSince(last)).toEqual([])
    })

    test('CNF-006 a rate at the limit is set at once, and one above is proposed, with others in one act', async () => {
      await set(await quote('BSP', '1.2'))
      expect((await set(await quote('BSP', '1.44'))).code).toBeUndefined()
      expect((await set(await quote('BSP', '1.7281'))).code).toBe('proposal_required')
      const asked = {
        kind: 'rate',
        object: 'EUR/BSP',
        values: {
          rate: '1.7281',
          rateType: 'SELL',
          more: [{ object: 'EUR/WIN', rate: '1.1', rateType: 'SELL' }],
        },
      }
      const { data } = await desk.as(ann, 'POST', 'proposals', { ...asked, reason: REASON })
      expect(data).toMatchObject({
        state: 'OPEN',
        objectName: 'EUR/BSP SELL, EUR/WIN SELL',
        preview: [
          { name: 'EUR/BSP SELL', before: '1.44', after: '1.7281', difference: '0.2881' },
          { name: 'EUR/WIN SELL', before: '1', after: '1.1', difference: '0.1' },
        ],
      })
      expect(await rateOf('BSP')).toMatchObject({ rate: '1.44' })
      const approved = await desk.as(bob, 'POST', `proposals/${data.id}/approve`, {
        version: data.version,
      })
      expect(approved.data.state).toBe('DONE')
      expect([(await rateOf('BSP')).rate, (await rateOf('WIN')).rate]).toEqual(['1.7281', '1.1'])
      const twice = {
        ...asked,
        values: {
          ...asked.values,
          more: [{ ...asked.values, object: 'EUR/BSP', more: undefined }],
        },
      }
      expect((await desk.as(ann, 'POST', 'proposals', { ...twice, reason: REASON })).code).toBe(
        'validation_error',
      )
    })

    test('CNF-006 a changed rate of a proposal with several outdates it', async () => {
      const asked = {
        kind: 'rate',
        object: 'EUR/BSP',
        values: {
          rate: '9',
          rateType: 'SELL',
          more: [{ object: 'EUR/WIN', rate: '1.2', rateType: 'SELL' }],
        },
      }
      const { data } = await desk.as(ann, 'POST', 'proposals', { ...asked, reason: REASON })
      await set(await quote('WIN', '1.15'))
      const refused = await desk.as(bob, 'POST', `proposals/${data.id}/approve`, { version: 1 })
      expect(refused.body.errors[0]).toMatchObject({
        code: 'proposal_outdated',
        errors: expect.arrayContaining(['rate of EUR/WIN SELL: was 1.1, is 1.15']),
      })
    })

    test('CNF-006 the preview shows what pending payouts would be worth in EUR before and after', async () => {
      const asOwner = (change: ReturnType<typeof sql>) =>
        desk.core.database.asOwner(async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx)
          await change.execute(tx)
        })
      await asOwner(sql`
        insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, requested_at, created_at)
        select 1, 'main', 'wallet', 'UPT', 'a', amount, 0, amount, '{}', 1, 1
        from unnest(array[4000000000, 6000000000]) amount`)
      const asked = { kind: 'rate', object: 'EUR/UPT', values: { rate: '4.4', rateType: 'SELL' } }
      const { data } = await desk.as(ann, 'POST', 'proposals/preview', asked)
      await asOwner(sql`delete from payouts`)
      expect(data.preview).toEqual([
        { name: 'EUR/UPT SELL', before: '2.2', after: '4.4', difference: '2.2' },
        {
          name: '2 pending payouts in UPT, EUR',
          before: '45.45',
          after: '22.73',
          difference: '-22.73',
        },
      ])
      const other = { ...asked, object: 'EUR/WIN' }
      expect((await desk.as(ann, 'POST', 'proposals/preview', other)).data.preview).toHaveLength(1)
    })

    test('CNF-006 a quote of the feed that jumps is shown with the rate in force', async () => {
      const feed = async () => [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '9' } as const]
      await refreshRates(desk.core, feed)
      expect((await get('rates')).leftOut).toEqual([])
      await desk.run('config set exchangeProvider feed')
      expect((await get('rates', cy)).leftOut).toEqual([
        { from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '9', at: desk.clock.now },
      ])
      expect(await rateOf('UPT')).toMatchObject({ rate: '2.2' })
      await desk.run('config unset exchangeProvider')
    })

    test('CNF-005 the history has the rates of a pair, the newest first', async () => {
      const { content } = await get('rates/history?from=EUR&to=BSP')
      expect(content.map(({ rate }: { rate: string }) => rate)).toEqual([
        '1.7281',
        '1.44',
        '1.2',
        '1',
      ])
      expect((await get('rates/history?from=EUR&to=BSP&rateType=BUY')).content).toEqual([])
    })
  })

  describe('news', () => {
    const written = {
      language: 'en',
      title: 'Autumn',
      category: 'Events',
      date: '2020-01-02',
      figure: '',
      content: 'Come **all**.\n\n<script>alert(1)</script>\n\n- one\n- two',
    }

    test('CNF-007 a post is added, changed under its id and deleted, with an entry each', async () => {
      const added = (await post('news', written)).data
      expect(added).toMatchObject({
        title: 'Autumn',
        state: 'published',
        publishedAt: Date.UTC(2020, 0, 2),
      })
      const changed = await put(`news/${added.id}`, {
        ...written,
        title: 'Winter',
        date: new Date(desk.clock.now + DAY).toISOString(),
        version: added.version,
      })
      expect(changed.data).toMatchObject({ id: added.id, title: 'Winter', state: 'planned' })
      const late = await put(`news/${added.id}`, { ...written, version: added.version }, bob)
      expect(late.code).toBe('changed_meanwhile')
      const planned = await get('news?language=en&state=planned')
      expect(planned.content.map(({ id }: { id: number }) => id)).toEqual([added.id])
      expect((await get('news?state=published')).content).toEqual([])
      const last = (await lastEntry()).id
      const stale = await desk.as(ann, 'DELETE', `config/news/${added.id}`, { version: 'x' })
      expect(stale.code).toBe('changed_meanwhile')
      const { version } = changed.data
      await desk.as(ann, 'DELETE', `config/news/${added.id}`, { version })
      expect((await get('news')).content).toEqual([])
      expect((await desk.entriesSince(last)).map(({ command }) => command)).toEqual(['news delete'])
      expect((await put(`news/${added.id}`, { ...written, version })).code).toBe('not_found')
    })

    test('CNF-007 the preview is what the feed of the office shows, and names every wrong field', async () => {
      const { data } = await post('news/preview', written, cy)
      expect(data.problems).toEqual([])
      expect(data.html).not.toContain('script')
      const { id, version } = (await post('news', written)).data
      const { origins } = IDENTITY
      const feed = await newsFeed(desk.core, origins, new ExternalFeeds(desk.core, () => {}), 'en')
      const marks = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
      const escaped = data.html.replaceAll(/[&<>"]/g, (mark: keyof typeof marks) => marks[mark])
      expect(feed).toContain(escaped)
      await desk.as(ann, 'DELETE', `config/news/${id}`, { version })
      const wrong = { ...written, language: 'xx', date: 'soon', title: '' }
      expect(
        (await post('news/preview', wrong)).data.problems.map(
          ({ place }: { place: string }) => place,
        ),
      ).toEqual(['language', 'title', 'date'])
      expect((await post('news', wrong)).body.errors).toHaveLength(3)
    })

    test('CNF-007 pages of a long list go on where the one before ended', async () => {
      for (let at = 0; at < 51; at += 1) await post('news', { ...written, title: `post ${at}` })
      const first = await get('news')
      expect(first.content).toHaveLength(50)
      const second = await get(`news?cursor=${first.next}`)
      expect(second.content).toHaveLength(1)
      expect(second.next).toBeUndefined()
      expect(second.content[0].title).toBe('post 0')
    })
  })

  describe('files', () => {
    const formOf = (fields: Record<string, string>, bytes: Buffer) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.append('file', new Blob([new Uint8Array(bytes)]), 'a name.exe')
      return form
    }
    const send = (what: string, fields: Record<string, string>, bytes: Buffer, by = ann) =>
      desk.sendForm(by, `config/${what}`, formOf(fields, bytes))

    test('CNF-008 the PDF of a document is stored in its language, and the list says which language falls back', async () => {
      const before = await get('legals')
      expect(before.content).toHaveLength(8)
      const terms = before.content[0]
      const sourceIn = async (language: string) =>
        (await get('legals')).content[0].languages.find(
          (each: { language: string }) => each.language === language,
        )
      expect(await sourceIn('de')).toMatchObject({ source: 'sample', bytes: null })
      const pdf = samplePdf()
      const english = await send('legals/file', { language: 'en', name: terms.file }, pdf)
      expect(english.data).toMatchObject({ bytes: pdf.length })
      expect(readFileSync(join(documents, 'en', terms.file))).toEqual(pdf)
      expect(await sourceIn('en')).toMatchObject({ source: 'own', bytes: pdf.length })
      expect(await sourceIn('de')).toMatchObject({ source: 'english' })
      expect(await lastEntry()).toMatchObject({
        command: 'legals file',
        details: {
          language: 'en',
          name: terms.file,
          bytes: pdf.length,
          sha256: english.data.sha256,
        },
      })
      expect((await get('legals')).version).toBe(before.version)
    })

    test('CNF-008 a hostile PDF, another file, an unknown name and another role are refused, and nothing is stored', async () => {
      const last = (await lastEntry()).id
      const { file } = (await get('legals')).content[1]
      const active = pdfOf({
        objects: [
          '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
        ],
      })
      const wrong = { language: 'en', name: file }
      for (const bytes of [active, samplePng(), samplePdf().subarray(0, 100), Buffer.alloc(0)]) {
        expect((await send('legals/file', wrong, bytes)).code).toBe('validation_fail')
      }
      const unknown = await send('legals/file', { language: 'en', name: '../x.pdf' }, samplePdf())
      expect(unknown.code).toBe('not_found')
      const nowhere = await send('legals/file', { language: '..', name: file }, samplePdf())
      expect(nowhere.code).toBe('validation_fail')
      expect((await send('legals/file', wrong, samplePdf(), cy)).code).toBe('access_denied')
      expect(existsSync(join(documents, 'en', file))).toBe(false)
      expect(await desk.entriesSince(last)).toEqual([])
    })

    test('CNF-007 a picture is stored for posts of a language by its content', async () => {
      const png = await send('pictures', { language: 'de', name: 'autumn.png' }, samplePng(8, 8))
      expect(png.data).toEqual({ name: 'autumn.png' })
      expect(existsSync(join(documents, 'de', 'autumn.png'))).toBe(true)
      const jpeg = await send('pictures', { language: 'de', name: 'autumn.jpg' }, sampleJpeg(8, 8))
      expect(jpeg.data).toEqual({ name: 'autumn.jpg' })
      for (const [name, bytes] of [
        ['autumn.jpg', samplePng()],
        ['autumn.png', samplePdf()],
        ['../autumn.png', samplePng()],
        ['autumn.svg', samplePng()],
      ] as const) {
        expect((await send('pictures', { language: 'de', name }, bytes)).code).toBe(
          'validation_fail',
        )
      }
    })

    test('CNF-008 before a new list is saved, it says how many partners must accept again', async () => {
      const { content, version } = await get('legals')
      const { product, legalDocuments } = await recentSettings(desk.core.database)
      expect(JSON.parse(legalDocuments)).toHaveLength(8)
      await desk.core.database.transaction((tx) =>
        tx
          .insertInto('legalAcceptances')
          .values([
            { partnerId: 1, product, version, acceptedAt: 1 },
            { partnerId: 2, product, version, acceptedAt: 1 },
            { partnerId: 2, product, version: 'an older one', acceptedAt: 1 },
          ])
          .execute(),
      )
      const same = content.map(({ name, file }: Record<string, string>) => ({ name, file }))
      const other = [{ ...same[0], file: 'new-terms.pdf' }, ...same.slice(1)]
      const preview = async (list: object[]) =>
        (await post('legals/preview', { documents: list }, cy)).data
      expect((await get('legals')).accepted).toBe(2)
      expect(await preview(same)).toEqual({ again: 0, problem: null })
      expect(await preview(other)).toEqual({ again: 2, problem: null })
      expect(await preview(other.slice(1))).toMatchObject({
        problem: expect.stringMatching(/eight/),
      })
      const late = await put('legals', { documents: other, version: 'x' })
      expect(late.code).toBe('changed_meanwhile')
      const saved = await put('legals', { documents: other, version })
      expect(saved.data.version).not.toBe(version)
      expect(await get('legals')).toMatchObject({ version: saved.data.version, accepted: 0 })
      expect(await lastEntry()).toMatchObject({ command: 'legals' })
      await put('legals', { documents: same, version: saved.data.version })
    })
  })

  test('CNF-009 events are replaced as a list with the checks of their call', async () => {
    const event = {
      id: 1,
      title: 'Gala',
      eventEndDate: 30,
      registrationStartDate: 10,
      registrationEndDate: 20,
    }
    const { version, content } = await get('events')
    expect(content).toEqual([])
    const saved = await put('events', { events: [event], version })
    expect(await get('events', cy)).toEqual({ content: [event], version: saved.data.version })
    expect((await put('events', { events: [], version }, bob)).code).toBe('changed_meanwhile')
    const twice = await put('events', { events: [event, event], version: saved.data.version })
    expect(twice.body.errors).toMatchObject([{ code: 'validation_error', fieldName: '[1].id' }])
    const turned = { ...event, registrationEndDate: 9 }
    expect((await put('events', { events: [turned], version: saved.data.version })).code).toBe(
      'validation_error',
    )
    expect(await lastEntry()).toMatchObject({ command: 'events', details: { events: 1 } })
  })

  test('CNF-009 countries show who lives there, with masked contacts, and are barred as their call does', async () => {
    const before = await get('countries', cy)
    expect(before.content).toHaveLength(COUNTRY_CODES.length)
    const country = async (code: string) =>
      (await get('countries')).content.find((each: { code: string }) => each.code === code)
    expect(await country('DE')).toEqual({
      code: 'DE',
      partners: 2,
      barred: false,
      restricted: false,
    })
    expect((await get('countries/DE/partners', cy)).content).toEqual([
      { id: 1, firstName: 'Ada', lastName: 'Alba', email: 'a•••@e•••.com' },
      { id: 3, firstName: 'Cleo', lastName: 'Cruz', email: 'c•••@e•••.com' },
    ])
    expect((await get('countries/FR/partners?cursor=2')).content).toEqual([])
    expect((await desk.as(ann, 'GET', 'config/countries/XX/partners')).code).toBe('not_found')
    const body = { barred: ['FR', 'DE', 'FR'], restricted: ['US'], version: before.version }
    expect((await put('countries', body)).code).toBeUndefined()
    const { registrationBarredCountries, purchaseRestrictedCountries } = await recentSettings(
      desk.core.database,
    )
    expect([registrationBarredCountries, purchaseRestrictedCountries]).toEqual(['DE,FR', 'US'])
    expect(await country('US')).toMatchObject({ barred: false, restricted: true })
    expect((await put('countries', body)).code).toBe('changed_meanwhile')
    expect(await settingCalled('registrationBarredCountries')).toMatchObject({
      setBy: 'ann@example.com',
    })
    const { version } = await get('countries')
    expect((await put('countries', { ...body, version, barred: ['ZZ'] })).code).toBe(
      'validation_error',
    )
  })

  test('CNF-010 languages say what own sets lack, as office languages check does, and one key is shown in all languages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'translations-'))
    try {
      mkdirSync(join(folder, 'de'))
      mkdirSync(join(folder, 'nl'))
      writeFileSync(join(folder, 'de', 'office.json'), '{"nonsense": "Unsinn"}')
      useOwnTexts(folder)
      const { content } = await get('languages', cy)
      const called = (name: string) =>
        content.find(({ language }: { language: string }) => language === name)
      const checked = (await desk.run(`languages check ${folder}`)).out.trim().split('\n')
      const said = content.flatMap(({ findings }: { findings: string[] }) => findings)
      expect(said).toEqual(checked)
      expect(called('de')).toMatchObject({ isBuilt: true, isOffered: true, isOwn: true })
      expect(called('nl')).toMatchObject({ isBuilt: false, isOffered: false, isOwn: true })
      expect(called('fr')).toMatchObject({ isOwn: false, findings: [] })
      const found = (await get('texts?search=nonsense')).content
      expect(found).toEqual([
        { area: 'office', key: 'nonsense', texts: { de: { text: 'Unsinn', isOwn: true } } },
      ])
      const [one] = (await get('texts?search=common.noname')).content
      expect(Object.keys(one.texts)).toHaveLength(21)
      expect((await desk.as(ann, 'GET', 'config/texts?search=a')).code).toBe('validation_error')
      expect((await get('texts?search=in')).hasMore).toBe(true)
    } finally {
      useOwnTexts()
      rmSync(folder, { recursive: true })
    }
  })
})

onPostgres('the configuration in several processes', (newDatabase) => {
  test('CNF-003 a changed setting counts in every process within a second', async () => {
    const database = await newDatabase()
    const one = await OperatorsDesk.open(database)
    const ann = await one.operator('ann@example.com', 'admin')
    const other = await OperatorsDesk.open(database, { clock: one.clock })
    const values = { newsfeed: 'FALSE' }
    await one.as(ann, 'PUT', 'config/settings', { values, seen: { newsfeed: 'TRUE' } })
    const { data } = await other.as(ann, 'GET', 'config/settings')
    expect(data.content).toContainEqual(
      expect.objectContaining({ name: 'newsfeed', value: 'FALSE', setBy: 'ann@example.com' }),
    )
  })

  test('two operators who save the same setting at once: one saves, the other gets changed_meanwhile', async () => {
    const desk = await OperatorsDesk.open(await newDatabase())
    const ann = await desk.operator('ann@example.com', 'admin')
    const save = (value: string) =>
      desk.as(ann, 'PUT', 'config/settings', {
        values: { numberFormat: value },
        seen: { numberFormat: 'locale' },
      })
    const answers = await Promise.all(['plain', 'plain', 'plain', 'plain'].map(save))
    const codes = answers.map(({ code }) => code).toSorted()
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.filter((code) => code === 'changed_meanwhile')).toHaveLength(3)
  })
})
