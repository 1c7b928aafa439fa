import { centsToEur } from '../../../parts/figures/eur.ts'
import type { TeamPictureNode } from '@partner-office/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  fieldBeside,
  lineSize,
  peopleDownTo,
  pictureFields,
  teamPart,
  type PictureField,
  type PictureMeasure,
} from './picture-layout.ts'

let given = 0

/** A member whose figures include the members below. */
function member(own: number, children: TeamPictureNode[] = []): TeamPictureNode {
  given += 1
  const team = children.reduce((sum, child) => sum + lineSize(child, 'turnover'), 0n)
  return {
    id: given,
    firstName: `Partner ${given}`,
    lastName: '',
    avatar: '',
    rang: 'FREE',
    active: false,
    level: 0,
    ownTurnover: `${own}.00`,
    teamTurnover: centsToEur(team),
    teamSize: children.reduce((sum, { teamSize }) => sum + teamSize + 1, 0),
    flSize: children.length,
    children,
    more: null,
  }
}

const draw = (top: TeamPictureNode, measure: PictureMeasure = 'turnover', least = 0.03) =>
  pictureFields(top, { measure, whole: teamPart(top, measure), lines: 4, least })

const nameOf = ({ person, people }: PictureField): string => person?.firstName ?? `${people} more`
const placeOf = ({ depth, start, extent }: PictureField) => [depth, start, extent]

describe('pictureFields', () => {
  test('a line is as wide as the turnover of its member and the whole team below', () => {
    const below = member(300)
    const first = member(100, [below])
    const second = member(600)
    const fields = draw(member(50, [second, first]))
    expect(fields.map(placeOf)).toEqual([
      [0, 0, 1],
      [1, 0, 0.6],
      [1, 0.6, 0.4],
      [2, 0.6, 0.3],
    ])
    expect(fields.map(({ size }) => size)).toEqual([100_000n, 60_000n, 40_000n, 30_000n])
  })

  test('by people each member counts once', () => {
    const first = member(0, [member(0), member(0)])
    const fields = draw(member(0, [first, member(9)]), 'people')
    expect(fields.map(({ size }) => size)).toEqual([4n, 3n, 1n, 1n, 1n])
    expect(fields.map(placeOf)[1]).toEqual([1, 0, 0.75])
  })

  test('lines that are too small share one field with the omitted lines', () => {
    const large = member(900)
    const top = member(0, [large, member(20), member(10)])
    const rest = { people: 21, turnover: '70.00', teamSize: 40 }
    const fields = draw({ ...top, teamTurnover: '1000.00', more: rest })
    expect(fields.map(nameOf)).toEqual([top.firstName, large.firstName, '23 more'])
    expect(fields[2]).toMatchObject({ start: 0.9, extent: 0.1, size: 10_000n, parent: 0 })
    const people = draw({ ...top, teamSize: 43, more: rest }, 'people', 0.5)
    expect(people.map(({ size }) => size)).toEqual([43n, 43n])
  })

  test('a line without turnover is not drawn, and a team without turnover has no fields', () => {
    expect(draw(member(10, [member(100), member(0)]))).toHaveLength(2)
    expect(draw(member(10, [member(0)]))).toEqual([])
  })

  test('draws no more lines than requested', () => {
    const chain = [1, 2, 3, 4, 5, 6].reduce((below) => member(10, [below]), member(10))
    expect(Math.max(...draw(chain).map(({ depth }) => depth))).toBe(4)
  })

  test('in any team the fields below are inside the field above and do not overlap', () => {
    const tree = fc.memo((lines): fc.Arbitrary<TeamPictureNode> =>
      fc
        .tuple(
          fc.nat({ max: 1000 }),
          lines === 0
            ? fc.constant<TeamPictureNode[]>([])
            : fc.array(tree(lines - 1), { maxLength: 4 }),
        )
        .map(([own, children]) => member(own, children)),
    )
    fc.assert(
      fc.property(tree(5), fc.constantFrom('turnover', 'people'), (top, measure) => {
        const fields = draw(top, measure)
        const end = ({ start, extent }: PictureField) => start + extent
        for (const field of fields) {
          const below = fields.filter(({ parent }) => parent === fields.indexOf(field))
          below.reduce((from, each) => {
            expect(each.start).toBeGreaterThanOrEqual(from - 1e-9)
            expect(each.extent).toBeGreaterThan(0)
            return end(each)
          }, field.start)
          expect(end(below.at(-1) ?? field)).toBeLessThanOrEqual(end(field) + 1e-9)
        }
      }),
    )
  })
})

describe('navigation between fields', () => {
  const deep = member(400)
  const left = member(100, [deep])
  const right = member(480, [member(10), member(10)])
  const fields = draw(member(0, [left, right]))
  const go = (from: number, step: Parameters<typeof fieldBeside>[2]) =>
    fieldBeside(fields, from, step)

  test('leads to the fields above, below, before and after', () => {
    expect(fields.map(nameOf)).toHaveLength(5)
    expect(go(0, 'below')).toBe(1)
    expect(go(1, 'below')).toBe(2)
    expect(go(2, 'above')).toBe(1)
    expect(go(1, 'after')).toBe(3)
    expect(go(3, 'before')).toBe(1)
  })

  test('ends at the edge, and skips the shared field', () => {
    expect(nameOf(fields[4]!)).toBe('2 more')
    expect(go(3, 'below')).toBe(3)
    expect(go(2, 'after')).toBe(2)
    expect(go(0, 'above')).toBe(0)
    expect(go(0, 'before')).toBe(0)
  })

  test('returns the members between the top and a field', () => {
    expect(peopleDownTo(fields, 2)).toEqual([left, deep])
    expect(peopleDownTo(fields, 0)).toEqual([])
  })
})
