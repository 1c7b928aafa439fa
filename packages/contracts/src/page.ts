import { z } from 'zod'

/** A page of a list. Units: `number` counts from 0. Source: api.md section 8. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    content: z.array(row),
    number: z.int().nonnegative(),
    totalPages: z.int().nonnegative(),
  })
}

/** Which page of a list is asked for, from 0. */
export const PageNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .default(0)

/** Count of rows on a page. */
export const PageSize = (most: number, byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(most))
    .default(byDefault)
