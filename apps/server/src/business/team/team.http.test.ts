import { TeamMember, type TeamPictureNode, type TeamStep } from '@partner-office/contracts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { randomScenario, SHAPES } from '../../../../../oracle/random-network.ts'
import { asUpload, TEST_NOW } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { ordersText } from '../../testing/network-files.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { importPartners } from '../partners/import-partners.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { type OraclePartner, TeamOracle, type TeamQuery } from '../../testing/team-oracle.ts'

const FIELDS = ['ownTurnover', 'flTurnover', 'teamTurnover', 'flSize', 'teamSize'] as const
const SORT_FIELDS = ['registeredAt', ...FIELDS] as const
const PEOPLE = 160
const QUESTIONS = 40

type Page = { content: TeamMember[]; number: number; totalPages: number }
const idsOf = ({ content }: Page): number[] => content.map(({ id }) => id)

/** A partner, by index among all partners. */
const place = fc.nat({ max: PEOPLE - 1 })

const questions = fc.record({
  caller: place,
  asked: place,
  scope: fc.constantFrom('firstLine', 'downline'),
  sort: fc
    .tuple(fc.constantFrom(...SORT_FIELDS), fc.constantFrom('asc', 'desc'))
    .map(([field, direction]) => `${field}|${direction}` as const),
  active: fc.option(fc.boolean(), { freq: 3 }),
  rankOf: fc.option(place, { freq: 3 }),
  nameOf: fc.option(place, { freq: 3 }),
  bounds: fc.uniqueArray(
    fc.record({
      field: fc.constantFrom(...FIELDS),
      minOf: fc.option(place),
      maxOf: fc.option(place),
    }),
    { maxLength: 3, selector: ({ field }) => field },
  ),
  size: fc.integer({ min: 1, max: 100 }),
})

const MEMBER_FIELDS = Object.keys(TeamMember.shape).filter((name) => name !== 'path')

onPostgres('the team calls', (newDatabase) => {
  let service: PartnersService
  let ada: string
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    ada = await service.signInAccepted(1)
  })
  const team = (query = ''): Promise<Page> => service.get(ada, `/v1/team?sponsorId=1${query}`)

  test('ENT-011 a team member has every field, and the path only in the whole team', async () => {
    const [bea] = (await team()).content.toReversed()
    expect(Object.keys(bea!).toSorted()).toEqual(MEMBER_FIELDS.toSorted())
    const [fay] = (await team('&scope=downline&name=fay')).content
    expect(Object.keys(fay!).toSorted()).toEqual([...MEMBER_FIELDS, 'path'].toSorted())
    expect(fay).toMatchObject({ userId: 6, id: 6, country: 'ES', level: 2 })
  })

  test('TEA-020 TEA-024 the default is the first line, newest first', async () => {
    expect(await team()).toEqual(
      await team('&scope=firstLine&page=0&size=20&sort=registeredAt|desc'),
    )
    expect(idsOf(await team())).toEqual([4, 5, 3, 2])
  })

  test('TRE-008 TRE-017 the same call sorts by team turnover, ties by id in both directions', async () => {
    expect(idsOf(await team('&sort=teamTurnover|desc'))).toEqual([2, 3, 4, 5])
    expect(idsOf(await team('&sort=teamTurnover|asc'))).toEqual([3, 4, 5, 2])
  })

  test('TEA-062 TEA-063 all parameters together; without a status active and inactive members', async () => {
    const all =
      '&scope=downline&size=5&page=0&sort=ownTurnover|asc&rang=FREE&active=true&name=e%20l' +
      '&ownTurnoverMin=4000&ownTurnoverMax=8000&flTurnoverMin=0&flTurnoverMax=0&teamTurnoverMin=0' +
      '&teamTurnoverMax=0.00&flSizeMin=0&flSizeMax=0&teamSizeMin=0&teamSizeMax=0'
    expect(idsOf(await team(all))).toEqual([5, 4])
    const everyone = idsOf(await team('&scope=downline&sort=flSize|asc'))
    const active = idsOf(await team('&scope=downline&sort=flSize|asc&active=true'))
    const inactive = idsOf(await team('&scope=downline&sort=flSize|asc&active=false'))
    expect([...active, ...inactive].toSorted()).toEqual(everyone.toSorted())
  })

  test.each([
    ['ownTurnoverMin=NaN', 'ownTurnoverMin'],
    ['ownTurnoverMin=Infinity', 'ownTurnoverMin'],
    ['ownTurnoverMax=1000000000000', 'ownTurnoverMax'],
    ['teamTurnoverMin=0.001', 'teamTurnoverMin'],
    ['teamTurnoverMin=', 'teamTurnoverMin'],
    ['flSizeMin=NaN', 'flSizeMin'],
    ['flSizeMin=1.5', 'flSizeMin'],
    ['flSizeMin=-1', 'flSizeMin'],
    ['teamSizeMax=99999999999', 'teamSizeMax'],
    ['teamSizeMax=0x10', 'teamSizeMax'],
    ['teamSizeMin=1&teamSizeMin=2', 'teamSizeMin'],
    ['page=0&page=1', 'page'],
    ['page=9999999999', 'page'],
    ['size=1e1', 'size'],
    ['sort=registeredAt', 'sort'],
    ['sort=registeredAt|desc&sort=flSize|asc', 'sort'],
    ['name=abc&name=def', 'name'],
    ['name=ab%00cd', 'name'],
    ['rang=A&rang=B', 'rang'],
    ['active=', 'active'],
  ])('%s is refused, naming only %s, by the list and the export', async (query, fieldName) => {
    for (const path of ['/v1/team', '/v1/team/export']) {
      if (path.endsWith('export') && /^(page|size)=/.test(query)) continue
      const { status, body } = await service.as(ada, 'GET', `${path}?sponsorId=1&${query}`)
      expect({ status, data: body.data }).toEqual({ status: 200, data: null })
      expect(body.errors).toMatchObject([{ code: 'validation_error', fieldName }])
    }
  })

  test('a stranger and an unknown id get the same refusal from every call', async () => {
    for (const path of [
      '/v1/team?sponsorId=',
      '/v1/team/export?sponsorId=',
      '/v1/team/path?memberId=',
      '/v1/team/picture?sponsorId=',
    ]) {
      const [stranger, sponsor, unknown] = await Promise.all(
        [20, 10, 999].map((id) => service.as(ada, 'GET', `${path}${id}`)),
      )
      expect(stranger!.status).toBe(403)
      expect(stranger!.body.errors).toEqual([
        { code: 'access_denied', fieldName: null, errors: null },
      ])
      for (const other of [sponsor!, unknown!]) {
        expect({ status: other.status, body: other.body }).toEqual({
          status: 403,
          body: stranger!.body,
        })
      }
    }
  })

  describe('path', () => {
    const pathTo = (memberId: number | string): Promise<TeamStep[]> =>
      service.get(ada, `/v1/team/path?memberId=${memberId}`)

    test('the partners from below the caller down to the member', async () => {
      expect(await pathTo(6)).toEqual([
        { id: 2, name: 'Bea Leg', flSize: 1 },
        { id: 6, name: 'Fay Below', flSize: 0 },
      ])
      expect(await pathTo(3)).toEqual([{ id: 3, name: 'Cy Leg', flSize: 0 }])
      expect(await pathTo(1)).toEqual([])
    })

    test.each(['', 'memberId=0', 'memberId=2&memberId=6', 'memberId=bea'])(
      '%j is refused',
      async (query) => {
        const { body } = await service.as(ada, 'GET', `/v1/team/path?${query}`)
        expect(body.errors).toMatchObject([{ code: 'validation_error', fieldName: 'memberId' }])
      },
    )
  })

  describe('export', () => {
    const exported = async (query = '') => {
      const url = `/v1/team/export?sponsorId=1${query}`
      const headers = { authorization: `Bearer ${ada}` }
      const response = await service.office.inject({ method: 'GET', url, headers })
      const { payload } = response
      const rows: Record<string, string>[] = parse(payload, { bom: true, columns: true })
      return { response, payload, rows }
    }

    test('the members of all pages in their order, as a file without caching', async () => {
      const { response, payload, rows } = await exported('&scope=downline&sort=teamTurnover|desc')
      expect(response.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="team-1-2026-11-01.csv"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-lines': String(1 + rows.length),
      })
      expect(payload.startsWith('\uFEFFid,level,')).toBe(true)
      const listed = (await team('&scope=downline&sort=teamTurnover|desc&size=100')).content
      expect(rows.map(({ id }) => Number(id))).toEqual(listed.map(({ id }) => id))
      expect(rows.find(({ id }) => id === '6')).toMatchObject({
        level: '2',
        registeredAt: '2023-11-14T22:13:26.000Z',
        ownTurnover: '10000.00',
        firstName: 'Fay',
        path: 'Bea Leg',
        country: 'ES',
      })
    })

    test('no cell can be read as a formula, and withheld contacts are empty', async () => {
      const change = (values: object) =>
        service.core.database.transaction((tx) =>
          tx.updateTable('partners').set(values).where('id', '=', 2).execute(),
        )
      await change({ skype: '=1+1', viber: '@cmd', wechat: '-2', whatsapp: 'a "b", c' })
      const [bea] = (await exported('&name=bea')).rows
      expect(bea).toMatchObject({
        skype: `'=1+1`,
        viber: `'@cmd`,
        wechat: `'-2`,
        phone: `'+33 1 2`,
        whatsapp: 'a "b", c',
      })
      await change({ hideContacts: true })
      const [hidden] = (await exported('&name=bea')).rows
      expect(hidden).toMatchObject({
        firstName: 'Bea',
        skype: '',
        phone: '',
        email: '',
        country: '',
      })
      await change({ hideContacts: false, skype: '', viber: '', wechat: '', whatsapp: '' })
    })
  })

  describe('picture', () => {
    const picture = (query: string): Promise<{ top: TeamPictureNode }> =>
      service.get(ada, `/v1/team/picture?${query}`)

    test('the parts of a team, the largest first, with lines as the caller sees them', async () => {
      const { top } = await picture('sponsorId=1')
      expect(top).toMatchObject({
        id: 1,
        firstName: 'Ada',
        level: 0,
        active: true,
        ownTurnover: '100.00',
        teamTurnover: '102000.00',
        teamSize: 5,
        flSize: 4,
        more: null,
      })
      expect(top.children.map(({ id }) => id)).toEqual([2, 3, 4, 5])
      expect(top.children[0]!.children).toMatchObject([
        { id: 6, level: 2, children: [], more: null },
      ])
      const below = await picture('sponsorId=2')
      expect(below.top).toMatchObject({ id: 2, level: 1, children: [{ id: 6, level: 2 }] })
    })

    test('by people', async () => {
      const { top } = await picture('sponsorId=1&by=people')
      expect(top.children.map(({ id }) => id)).toEqual([2, 3, 4, 5])
    })

    test.each(['', 'sponsorId=1&by=rank', 'sponsorId=1&sponsorId=2'])(
      '%s is refused',
      async (query) => {
        const { body } = await service.as(ada, 'GET', `/v1/team/picture?${query}`)
        expect(body.errors[0]).toMatchObject({ code: 'validation_error' })
      },
    )
  })
})

onPostgres('the answer for a member', (newDatabase) => {
  test('is current and in the caller’s view, also if it was answered before', async () => {
    const service = await PartnersService.open(await newDatabase())
    const { core } = service
    const [ada, zoe] = [await service.signInAccepted(1), await service.signInAccepted(10)]
    const fayFor = async (token: string, sponsorId = 1, scope = 'downline') => {
      const query = `sponsorId=${sponsorId}&scope=${scope}&name=fay`
      const { content }: Page = await service.get(token, `/v1/team?${query}`)
      return content[0]!
    }
    const bea = { id: 2, name: 'Bea Leg', flSize: 1 }
    for (const _again of [1, 2]) {
      expect(await fayFor(zoe)).toMatchObject({ level: 3, ownTurnover: '10000.00', path: [bea] })
      expect(await fayFor(ada, 2)).toMatchObject({ level: 2, path: [] })
      expect(await fayFor(ada, 2, 'firstLine')).not.toHaveProperty('path')
      expect(await fayFor(ada)).toMatchObject({ level: 2, ownTurnover: '10000.00', path: [bea] })
    }

    await importOrders(core, asUpload(ordersText([[7, 6, TEST_NOW - 86_400_000, '5.00']])))
    expect(await fayFor(ada)).toMatchObject({ ownTurnover: '10005.00', path: [bea] })
    const newcomer = '30,2,ivy@example.com,Ivy,New,1700000008000,ES\n'
    const header = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId\n'
    await importPartners(core, asUpload(header + newcomer))
    expect(await fayFor(ada)).toMatchObject({ path: [{ ...bea, flSize: 2 }] })
    await core.database.transaction((tx) =>
      tx.updateTable('partners').set({ lastName: 'Other', hideContacts: true }).execute(),
    )
    expect(await fayFor(ada)).toMatchObject({
      lastName: 'Other',
      country: '',
      path: [{ name: 'Bea Other' }],
    })
    await changeSettings(core, { allowHideContacts: 'FALSE' })
    expect(await fayFor(ada)).toMatchObject({ lastName: 'Other', country: 'ES' })
  })
})

onPostgres('pages of the team', (newDatabase) => {
  test('TEA-021 TRE-009 a page has 20 rows by default; the last page has the rest', async () => {
    const scenario = randomScenario({ seed: 3, partners: 46, shape: 'star' })
    const { service, root } = await PartnersService.ofScenario(await newDatabase(), scenario)
    const token = await service.signIn(root)
    const pages: Page[] = await Promise.all(
      [0, 1, 2, 3].map((page) => service.get(token, `/v1/team?sponsorId=${root}&page=${page}`)),
    )
    expect(pages.map(({ content }) => content.length)).toEqual([20, 20, 5, 0])
    expect(pages.map(({ totalPages }) => totalPages)).toEqual([3, 3, 3, 3])
    expect(new Set(pages.flatMap(idsOf)).size).toBe(45)
  })

  test('a path leads down a long line, from any place of the caller', async () => {
    const scenario = randomScenario({ seed: 6, partners: 120, shape: 'chain' })
    const { service, root } = await PartnersService.ofScenario(await newDatabase(), scenario)
    const { engine } = service.core.network
    const chain = [engine.rowOf(root), ...engine.downline(engine.rowOf(root))]
    const ids = chain.map((row) => engine.ids[row]!)
    expect(ids).toHaveLength(120)
    const blocked = blockedIn(scenario.steps)
    const callers = ids.filter((id) => !blocked.has(id))
    for (const caller of [root, callers[callers.length >> 1]!, callers.at(-1)!]) {
      const url = `/v1/team/path?memberId=${ids.at(-1)}`
      const path: TeamStep[] = await service.get(await service.signIn(caller), url)
      expect(path.map(({ id }) => id)).toEqual(ids.slice(ids.indexOf(caller) + 1))
      expect(path.slice(0, -1).every(({ flSize }) => flSize === 1)).toBe(true)
    }
  })

  test('a picture shows at most six lines, and counts the omitted ones', async () => {
    const scenario = randomScenario({ seed: 4, partners: 30, shape: 'chain' })
    const { service, root } = await PartnersService.ofScenario(await newDatabase(), scenario)
    const token = await service.signIn(root)
    const url = `/v1/team/picture?sponsorId=${root}&by=people`
    const { top }: { top: TeamPictureNode } = await service.get(token, url)
    const lines: TeamPictureNode[] = []
    for (let node = top; node !== undefined; node = node.children[0]!) lines.push(node)
    expect(lines.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5, 6])
    const last = lines.at(-1)!
    expect(last.more).toMatchObject({ people: last.flSize, teamSize: last.teamSize })
  })

  test('parts under 1 % are combined, and nothing is lost', async () => {
    const scenario = randomScenario({ seed: 5, partners: 150, shape: 'star' })
    const { service, root } = await PartnersService.ofScenario(await newDatabase(), scenario)
    const token = await service.signIn(root)
    const people: { top: TeamPictureNode } = await service.get(
      token,
      `/v1/team/picture?sponsorId=${root}&by=people`,
    )
    expect(people.top).toMatchObject({ children: [], more: { people: 149, teamSize: 149 } })
    const { top }: { top: TeamPictureNode } = await service.get(
      token,
      `/v1/team/picture?sponsorId=${root}`,
    )
    const shown = top.children.map(({ ownTurnover }) => Number(ownTurnover))
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
    expect(top.children.length + top.more!.people).toBe(149)
    const total = shown.reduce((sum, each) => sum + each, Number(top.more!.turnover))
    expect(total).toBeCloseTo(Number(top.teamTurnover), 2)
  })
})

onPostgres('the team call on random networks', (newDatabase) => {
  test.for(SHAPES)(
    'TEA-064 ACC-004 TEA-065 API-006 ENT-012 exactly the matching members, in order: %s',
    async (shape) => {
      const scenario = randomScenario({ seed: 21, partners: PEOPLE, shape })
      const { service } = await PartnersService.ofScenario(await newDatabase(), scenario)
      const oracle = await TeamOracle.open(service.core.database.read, scenario)
      const people = [...oracle.people.values()]
      const open = people.filter(({ id }) => !blockedIn(scenario.steps).has(id))
      const tokens = new Map<number, string>()
      const tokenOf = async (id: number) => {
        const token = tokens.get(id) ?? (await service.signIn(id))
        tokens.set(id, token)
        return token
      }

      await fc.assert(
        fc.asyncProperty(questions, async ({ caller, asked, size, ...question }) => {
          const callerId = open[caller % open.length]!.id
          // Half of the queries are for the caller's own team: most queries for other teams are refused.
          const sponsorId = asked % 2 === 0 ? callerId : people[asked]!.id
          const wish = teamQueryOf(people, { ...question, sponsorId })
          const url = `/v1/team?${queryOf(wish)}&size=${size}`
          const token = await tokenOf(callerId)
          if (!oracle.isAtOrBelow(sponsorId, callerId)) {
            const { status, body } = await service.as(token, 'GET', url)
            expect({ status, data: body.data }).toEqual({ status: 403, data: null })
            return
          }
          const found: number[] = []
          for (let page = 0, pages = 1; page < pages; page += 1) {
            const answer: Page = await service.get(token, `${url}&page=${page}`)
            pages = answer.totalPages
            found.push(...idsOf(answer))
            for (const { id } of answer.content) expect(oracle.isAtOrBelow(id, callerId)).toBe(true)
          }
          expect(found).toEqual(oracle.find(wish))
          const beyond: Page = await service.get(token, `${url}&page=999999999`)
          expect(beyond).toEqual({
            content: [],
            number: 999_999_999,
            totalPages: Math.ceil(found.length / size),
          })
        }),
        { numRuns: QUESTIONS, seed: 7 },
      )
    },
  )
})

type Steps = ReturnType<typeof randomScenario>['steps']

function blockedIn(steps: Steps): ReadonlySet<number> {
  const blocked = new Set<number>()
  for (const step of steps) {
    if (step.kind === 'block') blocked.add(step.partnerId)
    if (step.kind === 'unblock') blocked.delete(step.partnerId)
  }
  return blocked
}

type Drawn = typeof questions extends fc.Arbitrary<infer Each> ? Each : never

/** Takes bounds, ranks and names from existing partners, so that many queries have matches. */
function teamQueryOf(
  people: readonly OraclePartner[],
  drawn: Omit<Drawn, 'caller' | 'asked' | 'size'> & { sponsorId: number },
): TeamQuery {
  const { sponsorId, scope, sort, active, rankOf, nameOf, bounds } = drawn
  return {
    sponsorId,
    scope,
    sort,
    ...(active !== null && { active }),
    ...(rankOf !== null && { rang: people[rankOf]!.rang }),
    ...(nameOf !== null && { name: people[nameOf]!.name.slice(0, 4) }),
    ranges: bounds.map(({ field, minOf, maxOf }) => ({
      field,
      ...(minOf !== null && { min: people[minOf]![field] }),
      ...(maxOf !== null && { max: people[maxOf]![field] }),
    })),
  }
}

function queryOf({ ranges, ...wish }: TeamQuery): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wish)) query.set(name, String(value))
  for (const { field, min, max } of ranges) {
    const text = (value: number) =>
      field.endsWith('Turnover') ? (value / 100).toFixed(2) : String(value)
    if (min !== undefined) query.set(`${field}Min`, text(min))
    if (max !== undefined) query.set(`${field}Max`, text(max))
  }
  return String(query)
}
