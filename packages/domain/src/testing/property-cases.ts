/**
 * How many cases a property is shown by: 2,000 in the test run, more for a soak.
 *
 * Source: the environment variable PROPERTY_CASES.
 */
export const PROPERTY_CASES = Number(process.env['PROPERTY_CASES'] ?? 2000)
