/**
 * How many cases a property is shown by: 500 in each test run, which draws others each time, more for a soak.
 *
 * Source: the environment variable PROPERTY_CASES.
 */
export const PROPERTY_CASES = Number(process.env['PROPERTY_CASES'] ?? 500)
