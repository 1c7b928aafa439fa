import { Profile, Rank, RankStatus, RulePartner } from '@partner-office/contracts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import { TEST_NOW } from '../testing/core.ts'
import { PartnersService } from '../testing/partners-service.ts'
import { setRates } from './rates/set-rates.ts'
import { changeSettings } from './settings/change-settings.ts'

const DAY = 86_400_000

const leg = (firstName: string, lastName: string, turnover: string, rule: object) => ({
  avatar: '',
  firstName,
  lastName,
  turnover,
  turnoverQualified: turnover,
  qualified: false,
  leg: null,
  percent: null,
  ...rule,
})

onPostgres('the business service', (newDatabase) => {
  let service: PartnersService
  let ada: string

  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    ada = await service.signInAccepted(1)
  })
  afterEach(async () => {
    service.clock.now = TEST_NOW
  })

  describe('profile and user', () => {
    test('API-009 I18-008 the language that a partner chooses is stored, also before the terms are accepted', async () => {
      const fay = await service.signIn(6)
      const choose = (uiLanguage: unknown) =>
        service.call('PUT', '/v1/profile/language', {
          headers: { authorization: `Bearer ${fay}` },
          payload: { uiLanguage },
        })
      expect((await choose('ar')).body).toMatchObject({
        state: 'success',
        data: { uiLanguage: 'ar' },
      })
      expect(await service.get(fay, '/v1/profile')).toMatchObject({
        uiLanguage: 'ar',
        language: 'ar',
      })
      for (const wrong of ['th', 'xx', '', 'EN', 7]) {
        const { body } = await choose(wrong)
        expect(body.errors).toMatchObject([{ code: 'validation_error', fieldName: 'uiLanguage' }])
      }
      expect(await service.get(fay, '/v1/profile')).toMatchObject({ uiLanguage: 'ar' })
    })

    test('API-010 REF-003 the link to the invite page is hidden and shown', async () => {
      const gus = await service.signInAccepted(7)
      const show = (showRefLink: unknown) =>
        service.call('PUT', '/v1/profile/show-ref-link', {
          headers: { authorization: `Bearer ${gus}` },
          payload: { showRefLink },
        })
      for (const shown of [0, 0, 1]) {
        expect((await show(shown)).body).toMatchObject({
          state: 'success',
          data: { showRefLink: shown },
        })
        expect(await service.get(gus, '/v1/profile')).toMatchObject({ showRefLink: shown })
      }
      for (const wrong of [2, -1, true, '', null, undefined]) {
        const { body } = await show(wrong)
        expect(body.errors).toMatchObject([{ code: 'validation_error', fieldName: 'showRefLink' }])
      }
      expect(await service.get(gus, '/v1/profile')).toMatchObject({ showRefLink: 1 })
    })

    test("API-007 the profile is the caller's own", async () => {
      const cy = await service.signInAccepted(3)
      expect(await service.get(ada, '/v1/profile')).toMatchObject({ id: 1, firstName: 'Ada' })
      expect(await service.get(cy, '/v1/profile')).toMatchObject({ id: 3, firstName: 'Cy' })
    })

    test('ENT-001 a profile has every field, with the sponsor and the size of the team', async () => {
      const { invite, parentInvite, ...profile } = await service.get(ada, '/v1/profile')
      expect(profile).toEqual({
        id: 1,
        firstName: 'Ada',
        lastName: 'Own',
        email: 'ada@example.com',
        avatar: '',
        uiLanguage: 'en',
        language: 'en',
        verified: false,
        selfieRequired: false,
        teamFl: 4,
        teamAll: 5,
        showRefLink: 1,
        allowPublicProfile: 1,
        sponsor: { id: 10, firstName: 'Zoe', lastName: 'Above', avatar: '', telegram: 'zoe' },
        telegram: 'ada',
        phone: '+49 30 1',
        countryId: 'DE',
        sex: '',
        birthdate: '',
        city: '',
        address1: '',
        address2: '',
        zip: '',
        mobile: '',
        whatsapp: '',
        instagram: '',
        skype: '',
        viber: '',
        wechat: '',
        facebook: '',
        site: '',
        position: '',
        comment: '',
        hideContacts: false,
        version: expect.stringMatching(/^[\w-]{22}$/),
      })
      expect(Object.keys({ ...profile, invite, parentInvite }).sort()).toEqual(
        Object.keys(Profile.shape).sort(),
      )
      const zoe = await service.signIn(10)
      const { data: above } = (await service.as(zoe, 'GET', '/v1/profile')).body
      expect(above).toMatchObject({ invite: parentInvite, sponsor: null, parentInvite: null })
      expect(invite).not.toBe(parentInvite)
    })

    test('a partner with an approved passport is verified', async () => {
      const approve = (documentType: 'PASSPORT' | 'ADDRESS', status: 'PENDING' | 'APPROVED') =>
        service.core.database.asOwner((tx) =>
          sql`insert into passport.verifications (user_id, document_type, status, fields, updated_at)
            values (1, ${documentType}, ${status}, '{}', 0)
            on conflict (user_id, document_type) do update set status = excluded.status`.execute(
            tx,
          ),
        )
      await approve('ADDRESS', 'APPROVED')
      await approve('PASSPORT', 'PENDING')
      expect(await service.get(ada, '/v1/profile')).toMatchObject({ verified: false })
      await approve('PASSPORT', 'APPROVED')
      expect(await service.get(ada, '/v1/profile')).toMatchObject({ verified: true })
      await service.core.database.asOwner((tx) =>
        sql`delete from passport.verifications`.execute(tx),
      )
    })

    test('API-028 the user call answers the business data of the caller', async () => {
      expect(await service.get(ada, '/v1/user')).toEqual({
        id: 1,
        email: 'ada@example.com',
        blocked: false,
        registeredAt: 1_700_000_001_000,
        activeUntil: TEST_NOW + 19 * DAY,
      })
    })

    test('API-037 ENT-009 activity answers its end, the team sizes and the user id, also after its end', async () => {
      const activity = {
        activeUntil: TEST_NOW + 19 * DAY,
        flSize: 4,
        teamSize: 5,
        userId: 1,
      }
      expect(await service.get(ada, '/v1/user/activity')).toEqual(activity)
      service.clock.now = TEST_NOW + 20 * DAY
      const later = await service.signIn(1)
      expect(await service.get(later, '/v1/user/activity')).toEqual(activity)
      const dan = await service.signInAccepted(7)
      expect(await service.get(dan, '/v1/user/activity')).toEqual({
        activeUntil: null,
        flSize: 0,
        teamSize: 0,
        userId: 7,
      })
    })
  })

  describe('balances', () => {
    test('API-027 ENT-010 DSH-003 balances takes a comma list and answers by account name', async () => {
      // DIRECT 36,800, TEAM 700, TURNOVER 1,800 EUR; 2 UPT for each EUR.
      expect(
        await service.get(ada, '/v1/balances?balances=UCHAIN_UCN_BONUS,UCHAIN_UPT_BONUS'),
      ).toEqual({ UCHAIN_UCN_BONUS: '0.00000000', UCHAIN_UPT_BONUS: '78600.00000000' })
      expect(await service.get(ada, '/v1/balances?balances=WIN_BONUS, CASH')).toEqual({
        WIN_BONUS: '0.00000000',
        CASH: '0.00000000',
      })
    })

    test('an unknown account is refused, and so is an empty list', async () => {
      for (const names of ['UCHAIN_UPT_BONUS,NOBODYS', '', 'bonus_expense', 'toString']) {
        const { status, body } = await service.as(ada, 'GET', `/v1/balances?balances=${names}`)
        expect({ status, code: body.errors[0].code }).toEqual({
          status: 200,
          code: 'wallet_not_found',
        })
      }
      const { body } = await service.as(ada, 'GET', '/v1/balances')
      expect(body.errors).toEqual([
        { code: 'validation_error', fieldName: 'balances', errors: ['invalid_format'] },
      ])
    })
  })

  describe('ranks', () => {
    const ADAS_LEGS = [
      leg('Bea', 'Leg', '60000.00', {
        leg: 1,
        percent: 0.5,
        turnoverQualified: '50000.00',
        qualified: true,
      }),
      leg('Cy', 'Leg', '30000.00', { leg: 2, percent: 0.3, qualified: true }),
      leg('Dee', 'Leg', '8000.00', {}),
      leg('Eve', 'Leg', '4000.00', {}),
    ]

    test('API-015 RNK-018 ENT-003 ENT-004 C1 example 1: SAPPHIRE, 92,000 of the 100,000 that RUBY needs', async () => {
      const status = await service.get(ada, '/v1/rang/current')
      expect(status).toMatchObject({
        currentRang: { code: 'SAPPHIRE', bonus: '0.00', bonuses: {} },
        nextRang: { code: 'RUBY', bonus: '0.00', bonuses: {} },
        maxBonusRang: { code: 'SAPPHIRE', bonus: '0.00', bonuses: {} },
        totalTurnover: '102000.00',
        countingTurnover: '92000.00',
        targetTurnover: '100000.00',
        nextBonus: '0.00',
        topPartners: ADAS_LEGS,
      })
      expect(Object.keys(status).sort()).toEqual(Object.keys(RankStatus.shape).sort())
      expect(Object.keys(status.topPartners[0]).sort()).toEqual(
        Object.keys(RulePartner.shape).sort(),
      )
    })

    test('API-017 RNK-019 the bonus ladder answers the same place with its bonuses', async () => {
      expect(await service.get(ada, '/v1/bonus/turnover/rang')).toMatchObject({
        currentRang: {
          code: 'SAPPHIRE',
          bonus: '1000.00',
          bonuses: { EUR: '1000.00', UPT: '2000.00000000', WIN: '0.000000' },
        },
        nextRang: { code: 'RUBY', bonus: '2500.00' },
        maxBonusRang: { code: 'SAPPHIRE' },
        countingTurnover: '92000.00',
        nextBonus: '2500.00',
        topPartners: ADAS_LEGS,
      })
    })

    test('API-016 RNK-018 ENT-002 all ordinary ranks, from below, without amounts', async () => {
      const ranks = await service.get(ada, '/v1/rang/all')
      expect(ranks.map(({ id }: { id: number }) => id)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
      ])
      expect(ranks[6]).toEqual({
        id: 7,
        code: 'RUBY',
        name: 'Ruby',
        bonus: '0.00',
        bonuses: {},
        turnover: '100000.00',
        targets: ['50000.00', '30000.00', '20000.00'],
        topPartnerPercents: [0.5, 0.3],
        percents: [
          { value: 0.5, max: '50000.00' },
          { value: 0.3, max: '30000.00' },
        ],
        topPartners: ADAS_LEGS.slice(0, 2),
      })
      expect(Object.keys(ranks[6]).sort()).toEqual(Object.keys(Rank.shape).sort())
      expect(ranks[1]).toMatchObject({
        code: 'AMBER',
        targets: ['1000.00', '0.00', '0.00'],
        topPartnerPercents: [1],
      })
      expect(ranks[0]).toMatchObject({ code: 'FREE', targets: ['0.00', '0.00', '0.00'] })
    })

    test('API-018 RNK-019 all ranks of the bonus ladder, with bonuses at the current rate', async () => {
      const ranks = await service.get(ada, '/v1/bonus/turnover/rangs/all')
      expect(ranks).toHaveLength(12)
      expect(ranks[11]).toMatchObject({
        code: 'TRIPLE_ULTIMA_DIAMOND',
        name: 'Crown Diamond',
        bonus: '125000.00',
        bonuses: { EUR: '125000.00', UPT: '250000.00000000', WIN: '0.000000' },
      })
      await setRates(service.core, [
        { from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '0.333333333' },
      ])
      const [, , jade] = await service.get(ada, '/v1/bonus/turnover/rangs/all')
      expect(jade.bonuses.UPT).toBe('33.33333330')
      await setRates(service.core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2' }])
    })

    test('a partner without a team is FREE, on the way to AMBER, and has no credits', async () => {
      const hal = await service.signInAccepted(20)
      expect(await service.get(hal, '/v1/bonus/turnover/rang')).toMatchObject({
        currentRang: { code: 'FREE' },
        nextRang: { code: 'AMBER' },
        maxBonusRang: null,
        totalTurnover: '0.00',
        countingTurnover: '0.00',
        targetTurnover: '1000.00',
        topPartners: [],
      })
    })
  })

  describe('team', () => {
    const idsOf = (page: { content: { id: number }[] }) => page.content.map(({ id }) => id)
    const team = (query: string) => service.get(ada, `/v1/team?sponsorId=1&${query}`)

    test('API-038 DSH-016 the first-line list, the newest first, ties by id', async () => {
      const page = await team('page=0&size=100&sort=registeredAt|desc')
      expect(page).toMatchObject({ number: 0, totalPages: 1 })
      expect(idsOf(page)).toEqual([4, 5, 3, 2])
      const { invite, ...bea } = page.content[3]
      expect(invite).toMatch(/^\w{8}$/)
      expect(bea).toEqual({
        id: 2,
        userId: 2,
        rang: 'AMBER',
        avatar: '',
        firstName: 'Bea',
        lastName: 'Leg',
        activeUntil: TEST_NOW + 20 * DAY,
        registeredAt: 1_700_000_003_000,
        ownTurnover: '50000.00',
        flTurnover: '10000.00',
        teamTurnover: '10000.00',
        flSize: 1,
        teamSize: 1,
        level: 1,
        country: 'FR',
        telegram: 'bea',
        phone: '+33 1 2',
        email: 'bea@example.com',
        skype: '',
        facebook: '',
        instagram: '',
        viber: '',
        wechat: '',
        whatsapp: '',
      })
    })

    test.each([
      ['sort=ownTurnover|desc', [2, 3, 4, 5]],
      ['sort=teamTurnover|desc', [2, 3, 4, 5]],
      ['sort=flSize|asc', [3, 4, 5, 2]],
      ['size=2&page=1', [3, 2]],
      ['page=9', []],
      ['rang=AMBER', [2]],
      ['rang=FREE', [4, 5, 3]],
      ['rang=NONE', []],
      ['active=true', [4, 5, 3, 2]],
      ['active=false', []],
      ['name=%20BEA%20', [2]],
      ['name=leg%20BEA', [2]],
      ['name=%25%25%25', []],
      ['ownTurnoverMin=8000&ownTurnoverMax=30000.00', [4, 3]],
      ['ownTurnoverMin=9000&ownTurnoverMax=8000', []],
      ['flTurnoverMin=0.01', [2]],
      ['teamTurnoverMax=9999.99', [4, 5, 3]],
      ['flSizeMin=1', [2]],
      ['teamSizeMax=0', [4, 5, 3]],
    ])('the first line with %s is %j', async (query, ids) => {
      expect(idsOf(await team(query))).toEqual(ids)
    })

    test('the whole team has the line of each member and the path to it', async () => {
      const page = await team('scope=downline&sort=registeredAt|desc&size=2')
      expect(page.totalPages).toBe(3)
      expect(page.content[0]).toMatchObject({
        id: 6,
        level: 2,
        path: [{ id: 2, name: 'Bea Leg', flSize: 1 }],
      })
      expect(page.content[1]).toMatchObject({ id: 4, level: 1, path: [] })
      const [fay] = (await service.get(ada, '/v1/team?sponsorId=2&scope=downline')).content
      expect(fay).toMatchObject({ id: 6, level: 2, path: [] })
    })

    test.each([
      ['sort=name|asc', 'sort', 'invalid_format'],
      ['size=0', 'size', 'invalid_format'],
      ['size=101', 'size', 'invalid_format'],
      ['page=-1', 'page', 'invalid_format'],
      ['name=%20ab%20', 'name', 'min_length'],
      ['active=yes', 'active', 'invalid_format'],
      ['scope=all', 'scope', 'invalid_format'],
      ['ownTurnoverMin=1e3', 'ownTurnoverMin', 'invalid_format'],
      ['sponsorId=2', 'sponsorId', 'invalid_format'],
    ])('%s is refused, naming %s', async (query, fieldName, problem) => {
      const { status, body } = await service.as(ada, 'GET', `/v1/team?sponsorId=1&${query}`)
      expect(status).toBe(200)
      expect(body.errors).toEqual([{ code: 'validation_error', fieldName, errors: [problem] }])
    })

    test('a member who withholds contacts shows name and figures only, if the setting allows it', async () => {
      const hide = (hideContacts: boolean) =>
        service.core.database.read
          .updateTable('partners')
          .set({ hideContacts })
          .where('id', '=', 2)
          .execute()
      await hide(true)
      const [hidden] = (await team('name=bea')).content
      expect(hidden).toMatchObject({ firstName: 'Bea', phone: '', email: '', country: '' })
      await changeSettings(service.core, { allowHideContacts: 'FALSE' })
      const [shown] = (await team('name=bea')).content
      expect(shown).toMatchObject({ phone: '+33 1 2', email: 'bea@example.com' })
      await changeSettings(service.core, { allowHideContacts: null })
      await hide(false)
    })
  })

  test('a sponsor who hides contacts is shown without Telegram, if the setting allows it', async () => {
    const telegram = async () => (await service.get(ada, '/v1/profile')).sponsor.telegram
    const hide = (hideContacts: boolean) =>
      service.core.database.transaction((tx) =>
        tx.updateTable('partners').set({ hideContacts }).where('id', '=', 10).execute(),
      )
    await hide(true)
    expect(await telegram()).toBe('')
    await changeSettings(service.core, { allowHideContacts: 'FALSE' })
    expect(await telegram()).toBe('zoe')
    await changeSettings(service.core, { allowHideContacts: null })
    await hide(false)
    expect(await telegram()).toBe('zoe')
  })

  describe('legals', () => {
    test('API-036 LEG-007 LEG-012 ENT-019 accepting takes no body and is read back', async () => {
      const eve = await service.signIn(5)
      expect(await service.get(eve, '/v1/legals/partner')).toEqual({ acceptedAt: null })
      const accepted = await service.as(eve, 'POST', '/v1/legals/partner')
      expect(accepted.body.data).toEqual({ acceptedAt: TEST_NOW })
      expect(await service.get(eve, '/v1/legals/partner')).toEqual({ acceptedAt: TEST_NOW })
      const again = await service.as(eve, 'POST', '/v1/legals/partner')
      expect({ status: again.status, code: again.body.errors[0].code }).toEqual({
        status: 200,
        code: 'legals_already_accepted',
      })
    })

    test('another product is not found', async () => {
      for (const method of ['GET', 'POST'] as const) {
        const { status, body } = await service.as(ada, method, '/v1/legals/other')
        expect({ status, code: body.errors[0].code }).toEqual({ status: 200, code: 'not_found' })
      }
    })

    test('new documents need a new acceptance; until then only profile and legals answer', async () => {
      const legalDocuments = JSON.stringify(
        Array.from({ length: 8 }, (_, at) => ({ name: `new ${at}`, file: 'new.pdf' })),
      )
      await changeSettings(service.core, { legalDocuments })
      expect(await service.get(ada, '/v1/legals/partner')).toEqual({ acceptedAt: null })
      expect(await service.get(ada, '/v1/profile')).toMatchObject({ id: 1 })
      const { status, body } = await service.as(ada, 'GET', '/v1/user')
      expect({ status, code: body.errors[0].code }).toEqual({
        status: 200,
        code: 'terms_not_accepted',
      })
      await changeSettings(service.core, { enforceLegalsOnApi: 'FALSE' })
      expect(await service.get(ada, '/v1/user')).toMatchObject({ id: 1 })
      await changeSettings(service.core, { legalDocuments: null, enforceLegalsOnApi: null })
    })
  })

  describe('configuration and rates', () => {
    test('API-005 the configuration is a list of property and propertyValue, hosts filled in', async () => {
      const { status, body } = await service.call('GET', '/v1/config/frontend')
      expect(status).toBe(200)
      for (const [property, propertyValue] of [
        ['domainPassport', 'http://passport.test'],
        ['domainBusinessRest', 'http://office.test'],
        ['domainCdn', 'http://office.test/cdn'],
        ['domainBlog', 'http://office.test/blog'],
        ['domainTranslations', 'http://office.test/translations'],
        ['permissionsPayout', 'TRUE'],
        ['button.reportGenerate', 'FALSE'],
      ]) {
        expect(body.data).toContainEqual({ property, propertyValue })
      }
      expect(JSON.stringify(body.data)).not.toContain('sessionIdle')
      await changeSettings(service.core, { domainCdn: 'https://cdn.example.com' })
      const changed = await service.call('GET', '/v1/config/frontend')
      expect(changed.body.data).toContainEqual({
        property: 'domainCdn',
        propertyValue: 'https://cdn.example.com',
      })
      await changeSettings(service.core, { domainCdn: null })
    })

    test.each([
      ['from=EUR&to=UPT&rateType=SELL', '2'],
      ['from=EUR&to=UPT', '2'],
      ['from=EUR&to=USDT', '1.1'],
      ['from=ULTIMA&to=USDT', '5500'],
      ['from=UCN&to=USDT', '0.275'],
      ['from=USDT&to=EUR', '0.90909090909090909'],
    ])('API-043 API-044 RNK-035 the current rate of %s is %s', async (query, rate) => {
      const { body } = await service.call('GET', `/v1/exchange/current-rate?${query}`)
      expect(body.data).toMatchObject({ rate, rateType: 'SELL', updatedAt: expect.any(Number) })
    })

    test('a pair without a rate is not found, and never 0', async () => {
      for (const query of ['from=EUR&to=DBSP', 'from=EUR&to=UPT&rateType=BUY', 'from=EUR&to=EUR']) {
        const { status, body } = await service.call('GET', `/v1/exchange/current-rate?${query}`)
        expect({ status, code: body.errors[0].code }).toEqual({ status: 200, code: 'not_found' })
      }
      const { body } = await service.call('GET', '/v1/exchange/current-rate?from=EUR&to=XYZ')
      expect(body.errors[0]).toMatchObject({ code: 'validation_error', fieldName: 'to' })
    })

    test('the rate that converts payout limits', async () => {
      const { body } = await service.call(
        'GET',
        '/v1/exchange/rate?from=ULTIMA&to=EUR&type=SPS_PAYOUT_LIMIT',
      )
      expect(body.data).toEqual({ rate: '5000' })
    })
  })

  test('API-003 every answer is {state, data, errors}', async () => {
    const answers = await Promise.all([
      service.as(ada, 'GET', '/v1/user'),
      service.as('wrong', 'GET', '/v1/user'),
      service.as(ada, 'GET', '/v1/legals/other'),
      service.call('GET', '/v1/exchange/current-rate?from=EUR&to=UPT'),
      service.call('GET', '/v1/nothing'),
    ])
    for (const { body } of answers) {
      expect(Object.keys(body).sort()).toEqual(['data', 'errors', 'state'])
      expect(body.data === null).toBe(body.state === 'error')
    }
  })
})
