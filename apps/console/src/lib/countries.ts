import { LANGUAGE } from './instants.ts'

const regions = new Intl.DisplayNames(LANGUAGE, { type: 'region' })

/** The name of a country; the code of one that the browser does not know. */
export const countryText = (code: string): string => regions.of(code) ?? code
