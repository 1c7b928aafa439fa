import { CURRENCIES, DAY_MS, parseDecimal, parseEurCents } from '@partner-office/domain'
import { z } from 'zod'

import { ExactNumber } from './exact-json.ts'

/** The id of something stored. */
export const Id = z.int().positive()

/** An id as a part of a path. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(Id)

/** The id that a path ends with. */
export const ById = z.object({ id: PathId })

/** Epoch milliseconds UTC, to the end of the year 9999. */
export const Instant = z.int().nonnegative().max(253_402_300_799_999)

/** An instant as a parameter; each call states which instants it takes. Units: epoch milliseconds UTC. */
export const InstantText = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .pipe(Instant)

/** A day of the calendar, such as `2026-11-21`. */
export const DayText = z.iso.date()

/** A day of the calendar, UTC, or an instant of it. Units: the day's first millisecond. Source: decisions D-101. */
export const Day = z.union([
  DayText.transform((text) => Date.parse(text)),
  InstantText.transform((at) => at - (at % DAY_MS)),
])

export const Currency = z.enum(CURRENCIES)

/** A number as it was written, text or JSON number; never through a double. */
export const NumberText = z
  .union([z.string(), z.number(), z.instanceof(ExactNumber)])
  .transform((value) => (value instanceof ExactNumber ? value.text : String(value)))

/** An amount above 0 in EUR, as cents. Units: at most 2 decimals, 12 digits before the point. */
export const PaidCents = NumberText.transform((text, context) => {
  const cents = parseEurCents(text)
  if (cents !== null && cents > 0n) return Number(cents)
  context.addIssue('not an amount in EUR above 0 with at most 2 decimals')
  return z.NEVER
})

/** A rate above 0, as the plain decimal it was written as. Units: at most 12 digits and 18 decimals. */
export const RateText = NumberText.transform((text, context) => {
  const parsed = parseDecimal(text, { maxIntegerDigits: 12, maxDecimals: 18 })
  if (parsed !== null && parsed.units > 0n) return text
  context.addIssue('not a rate above 0 with at most 12 digits and 18 decimals')
  return z.NEVER
})

/** An exact decimal on the wire. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/)

/** One line of text from a person. Source: decisions D-145. */
export const OneLine = z
  .string()
  .max(256)
  .transform((text) => text.normalize('NFC'))
  .refine((text) => !/\p{Cc}/u.test(text))

/** A field of a form that may be left out; whether it must be there says the form's own check. */
export const Field = OneLine.nullish().transform((text) => text ?? '')

/** An invite code as it was typed or linked; `readInviteCode` finds the code in it. Source: decisions C11.28. */
export const WrittenCode = z.string().max(256)

/** A bound of a filter for amounts in EUR, as cents; left out: none. */
export const CentsBound = z
  .string()
  .transform((text, context) => {
    const cents = parseEurCents(text)
    if (cents !== null) return Number(cents)
    context.addIssue('not an amount in EUR with at most 2 decimals')
    return z.NEVER
  })
  .optional()

/** A bound of a filter for counts; left out: none. */
export const CountBound = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .optional()

/** Characters of a long text at most. */
export const LONGEST_TEXT = 5_000

/** Some lines of text from a person, such as an answer; without spaces around. */
export const LongText = z
  .string()
  .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
  .refine((text) => text.length <= LONGEST_TEXT && !/[^\P{Cc}\n\t]/u.test(text))
